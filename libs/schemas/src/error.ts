import { z } from 'zod';

export const ErrorBody = z
  .object({ error: z.string().meta({ description: 'What went wrong.' }) })
  .meta({ id: 'Error', description: 'A rejection.' });

export const Detail = z
  .object({ detail: z.string().meta({ description: 'What went wrong.' }) })
  .meta({ id: 'Detail', description: 'A rejection.' });

export const FieldErrors = z.record(z.string(), z.array(z.string()).min(1)).meta({
  id: 'FieldErrors',
  description: 'Messages for each bad field; all bad fields are named.',
});
