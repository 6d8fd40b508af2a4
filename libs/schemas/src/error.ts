import { REASON_CODES } from '@solano/domain/kernel';
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

export const FileProblem = z
  .object({
    line: z.int().meta({ description: 'Of the file; its first is 1.' }),
    column: z.string().nullable().meta({ description: 'Its header; null for a row or the file.' }),
    value: z.string().nullable(),
    code: z.enum(REASON_CODES).meta({ description: 'The reason, to be worded in any language.' }),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Of the code.' }),
    reason: z.string().meta({ description: 'Both in English.' }),
    example: z.string().nullable().meta({ description: 'A value that would be right.' }),
  })
  .meta({ id: 'FileProblem', description: 'What is wrong with a cell of a file.' });

export const FileErrors = ErrorBody.extend({
  problems: z.array(FileProblem).meta({ description: 'The first hundred.' }),
}).meta({ id: 'FileErrors', description: 'The first problem of a file as text, and all by cell.' });

export const Message = z
  .object({ message: z.string().meta({ description: 'A confirmation to read.' }) })
  .meta({ id: 'Message', description: 'What was done.' });
