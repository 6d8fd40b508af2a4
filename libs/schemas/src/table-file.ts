import { DATE_ORDERS, type DecimalMark, isSolanoError, zoneOf } from '@solano/domain/kernel';
import type { Understood as UnderstoodTable } from '@solano/domain/kernel/tables';
import { z } from 'zod';
import { FileProblem } from './error.ts';
import { choice } from './records/rules.ts';

const REQUIRED = 'This field is required.';

/** A file as a form brings it. */
export interface FormFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** The file of a form. */
export function formFile(description: string) {
  return z
    .custom<FormFile>((file) => file !== undefined, REQUIRED)
    .meta({ description, override: { type: 'string', format: 'binary' } });
}

/** The media types of a CSV file of a form. */
export const CSV_TYPES = ['text/csv', 'application/csv'];

/** The file of a form that has to be CSV by name and type. */
export function csvFormFile(description: string) {
  return formFile(description)
    .refine(({ name }) => name.toLowerCase().endsWith('.csv'), 'The file name must end in .csv.')
    .refine(
      ({ contentType }) => CSV_TYPES.includes(contentType),
      `The content type must be ${CSV_TYPES.join(' or ')}.`,
    );
}

/** The plant that a form has to name. */
export const plantName = z
  .string(REQUIRED)
  .refine((name) => name.trim() !== '', 'This field may not be blank.')
  .meta({ description: 'Name of the plant.', examples: ['Muxía'] });

/** The name of a zone by any of its aliases, read as that of IANA. */
export const zone = z
  .string()
  .meta({ examples: ['Europe/Madrid'] })
  .transform((name, context) => {
    try {
      return zoneOf(name).name;
    } catch (error) {
      if (!isSolanoError(error, 'invalid_request')) throw error;
      context.addIssue({ code: 'custom', message: 'Enter a valid timezone.' });
      return z.NEVER;
    }
  });

const DECIMAL_MARK: Readonly<Record<string, DecimalMark>> = {
  ',': ',',
  '.': '.',
  comma: ',',
  point: '.',
};

/** Fields of the form of a file of any spreadsheet: texts that are not empty, each checked by itself. */
export const TABLE_FIELDS = {
  dry_run: choice(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: '`true`: nothing is stored; the response says what was understood.' }),
  decimal: choice([',', '.', 'comma', 'point'])
    .transform((text) => DECIMAL_MARK[text])
    .optional()
    .meta({ description: 'The decimal mark, where no row proves it.' }),
};

const Understood = z
  .object({
    format: z.enum(['csv', 'xlsx']),
    delimiter: z.string().nullable(),
    encoding: z.string().nullable(),
    decimal: z.enum([',', '.']).nullable(),
    columns: z
      .record(z.string(), z.string())
      .meta({ description: 'The headers of the file by the names of the fields.' }),
    zone: z.string().nullable(),
    date_form: z.enum(DATE_ORDERS).nullable(),
  })
  .meta({ description: 'Null where the file does not show it.' });

/** How a file was understood, as the API says it. */
export function understoodJson({ dateForm, ...rest }: UnderstoodTable) {
  return { ...rest, date_form: dateForm };
}

/** The records that a file would add, or its problems. */
export function fileReading<T extends z.ZodType>(row: T) {
  return z.object({
    understood: Understood.nullable(),
    rows: z.array(row).meta({ description: 'The first 20 good rows as they would be recorded.' }),
    total: z.int().min(0).meta({ description: 'Rows of the file.' }),
    problems: z.array(FileProblem).meta({ description: 'The first hundred.' }),
  });
}
