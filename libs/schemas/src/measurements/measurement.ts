import { WARNING_CODES } from '@solano/domain/energy';
import { DATE_ORDERS } from '@solano/domain/kernel';
import { z } from 'zod';
import { choice } from '../records/rules.ts';
import {
  csvFormFile,
  fileReading,
  formFile,
  plantName,
  TABLE_FIELDS,
  zone,
} from '../table-file.ts';

const FILE = {
  file: formFile(
    'CSV of any spreadsheet, or .xlsx: a row for each value, or a column for each series.',
  ),
  ...TABLE_FIELDS,
  labels: choice(['end', 'start'])
    .optional()
    .meta({ description: 'Which end of its period a time is; `end` where it is left out.' }),
  unit: choice(['MW', 'kW', 'MWh', 'kWh'])
    .optional()
    .meta({ description: 'Of the values, where the header says none.' }),
  date_form: choice(DATE_ORDERS).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026, where no row proves it.',
  }),
  zone: zone.optional().meta({
    description: 'IANA time zone or alias of times without an offset, where the header says none.',
  }),
};

const force = choice(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .meta({
    description: '`true` records values above 1.2 times what is installed, and below −5 % of it.',
  });

/** The form of a file of the production of plants. */
export const ProductionFileForm = z.object({
  ...FILE,
  plant_id: z
    .string()
    .optional()
    .meta({ description: 'Name of the plant, where the file names none.' }),
  force,
});

/** The form of a file of the consumption of a portfolio. */
export const ConsumptionFileForm = z.object(FILE);

/** A measured value, as an upload would record it. */
const MeasuredValue = z.object({
  series: z.string().meta({ description: 'The plant or the group.' }),
  start_utc: z.iso.datetime(),
  end_utc: z.iso.datetime(),
  mw: z.number(),
});

const FileWarning = z
  .object({
    code: z.enum(WARNING_CODES).meta({ description: 'To be worded in any language.' }),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Of the code.' }),
  })
  .meta({ id: 'FileWarning', description: 'What is odd about a file and recorded all the same.' });

const warnings = {
  warnings: z.array(z.string()).meta({ description: 'What is odd, the first hundred.' }),
  warning_reasons: z
    .array(FileWarning)
    .meta({ description: 'The same, in the same order, as codes.' }),
};

/** What a file would record, or what is wrong with it. */
export const MeasurementReading = fileReading(MeasuredValue).extend({
  series: z.array(z.string()).meta({ description: 'The plants or groups.' }),
  ...warnings,
});

const id = z.uuid().meta({ description: 'Of the upload.' });
const rows = z.int().min(1).meta({ description: 'Periods with a value.' });
const replaced = z
  .int()
  .min(0)
  .meta({ description: 'How many of them cover an instant for which there was a value.' });
const series = z.array(z.string()).meta({ description: 'The plants or groups.' });
const span = {
  from: z.iso.datetime().meta({ description: 'Start of the first period.' }),
  to: z.iso.datetime().meta({ description: 'End of the last period.' }),
};

/** A file whose values are recorded now. */
export const RecordedMeasurements = z.object({
  id,
  rows,
  series,
  ...span,
  replaced,
  ...warnings,
});

/** A file that was uploaded before. */
export const RepeatedMeasurements = z.object({ id, rows, series, ...span, message: z.string() });

export const MeasurementUpload = z.object({
  id,
  series,
  file_name: z.string(),
  rows,
  ...span,
  uploaded_at: z.iso.datetime(),
  by: z.string().meta({ description: 'Who sent it, as the audit log names them.' }),
});

const value = z.object({
  start_time_utc: z.iso.datetime(),
  end_time_utc: z.iso.datetime().meta({ description: '5, 10, 15, 30 or 60 minutes later.' }),
  mw: z.number().meta({ description: 'Mean power, kept to six decimals.' }),
});

/** A user and a retailer of whom consumption was delivered. */
export const ConsumptionPortfolio = z.object({
  user: z.string(),
  retailer_id: z.string(),
  first_start_utc: z.iso
    .datetime()
    .meta({ description: 'Start of the earliest period that was ever delivered.' }),
});

/** Values of consumption. */
export const ConsumptionValues = z.object({ values: z.array(value) });

/** Values of the production of a plant. */
export const ProductionValues = ConsumptionValues.extend({
  plant_id: z.string().meta({ description: 'Name of the plant.' }),
});

/** Values that are recorded now. */
export const RecordedValues = z.object({ rows, replaced });

/** The form of a file that a plant's monitoring sends. */
export const TelemetryForm = z.object({
  plant_id: plantName,
  file: csvFormFile('A CSV file: its name ends in `.csv`.'),
  force,
});

/** A file that a plant's monitoring sent. */
export const StoredTelemetry = z.object({
  ok: z.literal(true),
  bucket: z.string().meta({ description: 'Empty where objects are in a folder.' }),
  key: z.string().meta({ description: 'Of the object that holds the file.' }),
  message: z.string(),
  rows,
  replaced,
});

const period = {
  start_utc: z.iso.datetime(),
  end_utc: z.iso.datetime(),
  datetime: z.string().meta({ description: 'The end on the Madrid clock, `YYYY-MM-DD HH:MM`.' }),
  mw: z.number(),
};

/** A period of the production of a plant. */
export const ProductionPeriod = z.object({ plant_id: z.string(), ...period });

/** A period of the consumption of a group. */
export const ConsumptionPeriod = z.object({ group: z.string(), ...period });
