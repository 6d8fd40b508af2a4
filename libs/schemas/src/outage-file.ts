import { AVAILABILITY_TYPES, UPLOAD_MODES } from '@solano/domain/assets';
import { DATE_ORDERS } from '@solano/domain/kernel';
import { z } from 'zod';
import { choice } from './records/rules.ts';
import { NewUnavailability } from './records/unavailability.ts';
import { csvFormFile, fileReading, plantName, TABLE_FIELDS, zone } from './table-file.ts';

const csvFile = csvFormFile('A CSV file, version 1: its name ends in `.csv`.');

/** The form of a file of version 1 with the outages of one plant. */
export const PlantOutageForm = z.object({
  plant_id: plantName,
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
  ...TABLE_FIELDS,
  mode: choice(UPLOAD_MODES).optional().meta({
    description:
      '`add` by default. `replace` deletes the unavailabilities of the file’s plants that overlap `from` to `to` and that the file does not have.',
  }),
  from: z.string().optional().meta({ description: 'ISO 8601 date or date-time; with `replace`.' }),
  to: z.string().optional().meta({ description: 'The end, exclusive; likewise.' }),
  date_form: choice(DATE_ORDERS).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026, where no row proves it.',
  }),
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

/** The records that a file would add, or its problems. */
export const OutageFileReading = fileReading(NewUnavailability).extend({
  period: z.object({ from: z.string(), to: z.string() }).nullable().meta({
    description: 'From the first start to the last end of the good rows; null where there is none.',
  }),
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
