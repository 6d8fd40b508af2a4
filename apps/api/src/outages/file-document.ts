import { AVAILABILITY_TYPES, DATE_ORDERS, UPLOAD_MODES } from '@solano/domain';
import { FileProblem, NewUnavailability } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse, NOT_FOUND } from '../openapi/error-responses.ts';
import type { OperationMetadata } from '../openapi/operation.ts';
import { jsonResponse } from '../openapi/operation.ts';

const ID = z.uuid().meta({ description: 'Of the upload.' });
const ROWS = z.int().min(1).meta({ description: 'Rows of the file.' });
const PLANTS = z.array(z.string()).meta({ description: 'Names of the plants of the rows.' });

const Recorded = z.object({ id: ID, rows: ROWS, plants: PLANTS });
const Repeated = Recorded.extend({ message: z.string() });

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

const Reading = z.object({
  understood: Understood.nullable(),
  rows: z
    .array(NewUnavailability)
    .meta({ description: 'The first 20 good rows as they would be recorded.' }),
  total: z.int().min(0).meta({ description: 'Rows of the file.' }),
  problems: z.array(FileProblem).meta({ description: 'The first hundred.' }),
});

const UPLOAD_ID = '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11';
const EXAMPLE_ROW = {
  plant_id: 'Muxía',
  start_time_utc: '2026-11-23T07:00:00Z',
  end_time_utc: '2026-11-23T17:00:00Z',
  available_power_mw: 12.5,
  availability_type: 'UNAVAILABILITY',
  observations: '',
  source_unit: 'MW',
  source_value: 12.5,
  timezone_source: 'Europe/Madrid',
};
const UNDERSTOOD = {
  format: 'csv',
  delimiter: ';',
  encoding: 'windows-1252',
  decimal: ',',
  columns: {
    plant_id: 'Planta',
    start_time_utc: 'Inicio',
    end_time_utc: 'Fin',
    available_power_mw: 'Potencia disponible (MW)',
  },
  zone: 'Europe/Madrid',
  date_form: 'dmy',
};
const PROBLEM = {
  line: 5,
  column: 'Potencia disponible (MW)',
  value: '1.250',
  reason: 'could be 1250 or 1.25',
  example: '12,5',
};
const RECORDED = { id: UPLOAD_ID, rows: 12, plants: ['Muxía'] };

const FORM = z.object({
  file: z.string().meta({ format: 'binary', description: 'CSV of any spreadsheet, or .xlsx.' }),
  plant_id: z
    .string()
    .optional()
    .meta({ description: 'Name of the plant, where the file has none.' }),
  dry_run: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: nothing is stored; the response says what was understood.' }),
  mode: z.enum(UPLOAD_MODES).optional().meta({
    description:
      '`add` by default. `replace` deletes the unavailabilities of the file’s plants that overlap `from` to `to` and that the file does not have.',
  }),
  from: z.string().optional().meta({ description: 'ISO 8601 date or date-time; with `replace`.' }),
  to: z.string().optional().meta({ description: 'The end, exclusive; likewise.' }),
  date_form: z.enum(DATE_ORDERS).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026, where no row proves it.',
  }),
  decimal: z
    .enum([',', '.', 'comma', 'point'])
    .optional()
    .meta({ description: 'The decimal mark, where no row proves it.' }),
  zone: z
    .string()
    .optional()
    .meta({
      description: 'IANA time zone or alias of times without an offset.',
      examples: ['Europe/Madrid'],
    }),
});

export const UPLOAD_FILE: OperationMetadata = {
  id: 'uploadOutageFile',
  tag: 'Outages',
  summary: 'Upload an outage file of any spreadsheet',
  description: `
CSV in UTF-8, UTF-16 or Latin-1, delimited by \`,\`, \`;\`, tabs or \`|\`, with title rows, Spanish
headers, decimal commas and local dates; or .xlsx. The form is recognised, never guessed: what could be
read in two ways is a problem until a field of the form says which. All rows are recorded or none. The
same file with the same fields again is answered with the first upload.`,
  body: {
    mediaType: 'multipart/form-data',
    schema: FORM,
    examples: {
      'A Spanish file': {
        file: 'Planta;Inicio;Fin;Potencia disponible (MW)\nMuxía;23/11/2026 08:00;23/11/2026 18:00;12,5\n',
        zone: 'Europe/Madrid',
      },
    },
  },
  responses: {
    200: jsonResponse(
      'A dry run, or a file that was uploaded before.',
      z.union([Reading, Repeated]),
      {
        'Dry run': {
          understood: UNDERSTOOD,
          rows: [EXAMPLE_ROW],
          total: 2,
          problems: [PROBLEM],
        },
        'The same file': {
          ...RECORDED,
          message: 'This file was uploaded before: nothing was recorded.',
        },
      },
    ),
    201: jsonResponse('The rows are recorded.', Recorded, { Recorded: RECORDED }),
    400: jsonResponse(
      'A field of the form, or the file, is not valid.',
      z.union([Reading, z.record(z.string(), z.array(z.string()))]),
      {
        'Bad cells': {
          understood: UNDERSTOOD,
          rows: [EXAMPLE_ROW],
          total: 2,
          problems: [PROBLEM],
        },
        'Fields of the form': { date_form: ['"ydm" is not a valid choice.'] },
      },
    ),
    404: errorResponse('detail', 'The customer has no such plant.', [
      'Plant with this ID does not exist.',
    ]),
    502: errorResponse('detail', 'The file could not be stored.', ['File upload failed.']),
    503: errorResponse('detail', 'Uploads are off, or the customer has no folder.', [
      'Outages uploads are not configured.',
    ]),
  },
};

const Upload = z.object({
  id: ID,
  plant_ids: PLANTS,
  file_name: z.string(),
  rows: ROWS,
  uploaded_at: z.iso.datetime(),
  by: z.string().meta({ description: 'Who sent it, as the audit log names them.' }),
  mode: z.enum(UPLOAD_MODES),
});

export const LIST_UPLOADS: OperationMetadata = {
  id: 'listOutageUploads',
  tag: 'Outages',
  summary: 'List the uploaded outage files',
  responses: {
    200: jsonResponse('Newest first, without those that were undone.', z.array(Upload), {
      Uploads: [
        {
          id: UPLOAD_ID,
          plant_ids: ['Muxía'],
          file_name: 'paradas.xlsx',
          rows: 12,
          uploaded_at: '2026-11-22T09:00:00.000Z',
          by: 'key 8f3a',
          mode: 'add',
        },
      ],
    }),
  },
};

export const DOWNLOAD_UPLOAD: OperationMetadata = {
  id: 'downloadOutageUpload',
  tag: 'Outages',
  summary: 'Download an uploaded outage file as it was received',
  responses: {
    200: {
      description: 'The file under its original name.',
      headers: {
        'Content-Disposition': z
          .string()
          .meta({ examples: ['attachment; filename="paradas.csv"'] }),
      },
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    404: NOT_FOUND,
  },
};

const Conflicts = z.object({
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

export const DELETE_UPLOAD: OperationMetadata = {
  id: 'deleteOutageUpload',
  tag: 'Outages',
  summary: 'Undo an outage file',
  description:
    'The rows that it added are deleted, and those that it replaced or deleted are restored.',
  responses: {
    204: { description: 'The file is undone.' },
    400: errorResponse('error', 'A parameter is not valid.', [
      'Parameter \'force\' must be true or false, not "maybe"',
    ]),
    404: NOT_FOUND,
    409: jsonResponse(
      'Rows have changed since: nothing is deleted. The first hundred are named.',
      Conflicts,
      {
        'One row': {
          detail: 'Rows of the upload were changed since: nothing was deleted.',
          rows: [
            {
              id: UPLOAD_ID,
              plant_id: 'Muxía',
              start_time_utc: '2026-11-23T07:00:00Z',
              end_time_utc: '2026-11-23T17:00:00Z',
              availability_type: 'UNAVAILABILITY',
            },
          ],
        },
      },
    ),
  },
};
