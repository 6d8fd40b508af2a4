import { z } from 'zod';

export const Message = z
  .object({ message: z.string().meta({ description: 'A confirmation to read.' }) })
  .meta({ id: 'Message', description: 'What was done.' });
