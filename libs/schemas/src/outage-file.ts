import type { DecimalMark } from '@solano/domain';
import {
  AVAILABILITY_TYPES,
  DATE_ORDERS,
  isSolanoError,
  UPLOAD_MODES,
  zoneOf,
} from '@solano/domain';
import { z } from 'zod';
import { FileProblem } from './error.ts';
import { choice } from './records/rules.ts';
import { NewUnavailability } from './records/unavailability.ts';

const DECIMAL_MARK: Readonly<Record<string, DecimalMark>> = {
  ',': ',',
  '.': '.',
  comma: ',',
  point: '.',
};

/** The name of a zone by any of its aliases, read as that of IANA. */
const zone = z
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

const REQUIRED = 'This field is required.';

/** The media types of an outage file of version 1. */
export const CSV_TYPES = ['text/csv', 'application/csv'];

/** A file as a form brings it. */
interface FormFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

const csvFile = z
  .custom<FormFile>((file) => file !== undefined, REQUIRED)
  .meta({
    description: 'A CSV file, version 1: its name ends in `.csv`.',
    override: { type: 'string', format: 'binary' },
  })
  .refine(({ name }) => name.toLowerCase().endsWith('.csv'), 'The file name must end in .csv.')
  .refine(
    ({ contentType }) => CSV_TYPES.includes(contentType),
    `The content type must be ${CSV_TYPES.join(' or ')}.`,
  );

/** The form of a file of version 1 with the outages of one plant. */
export const PlantOutageForm = z.object({
  plant_id: z
    .string(REQUIRED)
    .refine((name) => name.trim() !== '', 'This field may not be blank.')
    .meta({ description: 'Name of the plant.', examples: ['Muxía'] }),
  file: csvFile,
});

/** The form of a file of version 1 with the outages of several plants. */
export const TokenOutageForm = z.object({
  token: z.string().meta({ description: 'An API key, or the testing token.' }),
  file: csvFile,
});

/** The form of an outage file. Fields are texts that are not empty, each checked by itself. */
export const OutageFileForm = z.object({
  file: z.string().meta({ format: 'binary', description: 'CSV of any spreadsheet, or .xlsx.' }),
  plant_id: z
    .string()
    .optional()
    .meta({ description: 'Name of the plant, where the file has none.' }),
  dry_run: choice(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: '`true`: nothing is stored; the response says what was understood.' }),
  mode: choice(UPLOAD_MODES).optional().meta({
    description:
      '`add` by default. `replace` deletes the unavailabilities of the file’s plants that overlap `from` to `to` and that the file does not have.',
  }),
  from: z.string().optional().meta({ description: 'ISO 8601 date or date-time; with `replace`.' }),
  to: z.string().optional().meta({ description: 'The end, exclusive; likewise.' }),
  date_form: choice(DATE_ORDERS).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026, where no row proves it.',
  }),
  decimal: choice([',', '.', 'comma', 'point'])
    .transform((text) => DECIMAL_MARK[text])
    .optional()
    .meta({ description: 'The decimal mark, where no row proves it.' }),
  zone: zone
    .optional()
    .meta({ description: 'IANA time zone or alias of times without an offset.' }),
});

const id = z.uuid().meta({ description: 'Of the upload.' });
const rows = z.int().min(1).meta({ description: 'Rows of the file.' });
const plants = z.array(z.string()).meta({ description: 'Names of the plants of the rows.' });

/** A file whose rows are recorded now. */
export const RecordedOutageFile = z.object({ id, rows, plants });

/** A file that was uploaded before. */
export const RepeatedOutageFile = RecordedOutageFile.extend({ message: z.string() });

const Understood = z
  .object({
    format: z.enum(['csv', 'xlsx']),
    delimiter: z.string().nullable(),
    encoding: z.string().nullable(),
    decimal: z.enum([',', '.']).nullable(),
    columns: z
      .record(z.string(), z.string())
      .meta({ description: 'The headers of the file by the names of version 1.' }),
    zone: z.string().nullable(),
    date_form: z.enum(DATE_ORDERS).nullable(),
  })
  .meta({ description: 'Null where the file does not show it.' });

/** What a file would record, or what is wrong with it. */
export const OutageFileReading = z.object({
  understood: Understood.nullable(),
  rows: z
    .array(NewUnavailability)
    .meta({ description: 'The first 20 good rows as they would be recorded.' }),
  total: z.int().min(0).meta({ description: 'Rows of the file.' }),
  problems: z.array(FileProblem).meta({ description: 'The first hundred.' }),
});

export const OutageUpload = z.object({
  id,
  plant_ids: plants,
  file_name: z.string(),
  rows,
  uploaded_at: z.iso.datetime(),
  by: z.string().meta({ description: 'Who sent it, as the audit log names them.' }),
  mode: z.enum(UPLOAD_MODES),
});

/** The rows for which an upload is not undone. */
export const UploadConflicts = z.object({
  detail: z.string(),
  rows: z.array(
    z.object({
      id: z.uuid(),
      plant_id: z.string().meta({ description: 'Empty where the plant is gone.' }),
      start_time_utc: z.string(),
      end_time_utc: z.string(),
      availability_type: z.enum(AVAILABILITY_TYPES),
    }),
  ),
});
