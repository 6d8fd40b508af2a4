import {
  ConsumptionFileForm,
  ConsumptionPeriod,
  ConsumptionValues,
  MeasurementReading,
  MeasurementUpload,
  ProductionFileForm,
  ProductionPeriod,
  ProductionValues,
  RecordedMeasurements,
  RecordedValues,
  RepeatedMeasurements,
} from '@solano/schemas';
import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import { z } from 'zod';
import { errorResponse, NOT_FOUND } from '../endpoint/error-responses.ts';
import { disposition } from '../endpoint/headers.ts';
import { BINARY, jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';
import { BAD_PORTFOLIO_PAGE, BAD_UPLOADS_PAGE, PAGE_HEADERS } from '../records/record-metadata.ts';

const UPLOAD_ID = '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11';
const PERIOD = {
  start_utc: '2026-03-01T00:00:00Z',
  end_utc: '2026-03-01T00:15:00Z',
  datetime: '2026-03-01 01:15',
  mw: 12.5,
};
const VALUE = { start_time_utc: PERIOD.start_utc, end_time_utc: PERIOD.end_utc, mw: 12.5 };
const RECORDED = {
  id: UPLOAD_ID,
  rows: 96,
  series: ['MUXIA'],
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-02T00:00:00.000Z',
};
const UNDERSTOOD = {
  format: 'csv',
  delimiter: ';',
  encoding: 'windows-1252',
  decimal: ',',
  columns: { plant_id: 'Planta', datetime: 'Fecha y hora', mw: 'Potencia (MW)' },
  zone: 'Europe/Madrid',
  date_form: 'dmy',
};
const READING = {
  understood: UNDERSTOOD,
  rows: [{ series: 'MUXIA', start_utc: PERIOD.start_utc, end_utc: PERIOD.end_utc, mw: 12.5 }],
  series: ['MUXIA'],
  total: 1,
  problems: [],
  warnings: [],
  warning_reasons: [],
};
const BAD = {
  ...READING,
  rows: [],
  series: [],
  problems: [
    {
      line: 2,
      column: 'Potencia (MW)',
      value: '1.250',
      example: '12,5',
      code: 'ambiguous_number',
      params: { grouped: '1250', decimal: 1.25 },
      reason: 'could be 1250 or 1.25',
    },
  ],
};

const FORM = `
CSV in UTF-8, UTF-16 or Latin-1, delimited by \`,\`, \`;\`, tabs or \`|\`, with title rows, Spanish headers,
decimal commas and local dates; or .xlsx. Each row has one value, or each`;
const RULES = `The format is detected, never guessed: an ambiguous
value is a problem until a form field resolves it. An empty cell is a missing value. All values are
recorded or none. The same file with the same fields again returns the first upload.`;

const FILE_RESPONSES: OperationMetadata['responses'] = {
  200: jsonResponse(
    'A dry run, or a file that was uploaded before.',
    z.union([MeasurementReading, RepeatedMeasurements]),
    {
      'Dry run': READING,
      'The same file': {
        ...RECORDED,
        message: 'This file was uploaded before: nothing was recorded.',
      },
    },
  ),
  201: jsonResponse('The values are recorded.', RecordedMeasurements, {
    Recorded: { ...RECORDED, replaced: 0, warnings: [], warning_reasons: [] },
  }),
  400: jsonResponse(
    'A field of the form, or the file, is not valid.',
    z.union([
      MeasurementReading,
      z.object({ error: z.string() }),
      z.record(z.string(), z.array(z.string())),
    ]),
    {
      'Bad cells': BAD,
      'Fields of the form': { unit: ['"MVA" is not a valid choice.'] },
      'A parameter': { error: 'Missing required query parameter: retailer_id' },
    },
  ),
  502: errorResponse('detail', 'The file could not be stored.', ['File upload failed.']),
  503: errorResponse('detail', 'The customer has no folder.', [
    'Uploads are not configured for this customer.',
  ]),
};
const NO_PLANT = errorResponse('detail', 'The customer has no such plant.', [
  'Plant with this ID does not exist.',
]);

const VALUES_RECORDED = jsonResponse('The values are recorded.', RecordedValues, {
  Recorded: { rows: 1, replaced: 0 },
});
const BAD_VALUES = errorResponse('error', 'The first value that is bad: nothing is recorded.', [
  'values[3].mw must be a number of MW',
]);

function listed(schema: z.ZodType, example: object): OperationMetadata['responses'] {
  const rows = jsonResponse(
    'The periods, series by series, those without a value left out.',
    z.array(schema),
    {
      Periods: [example],
    },
  );
  return {
    200: withFiles(rows, ['text/csv', XLSX_TYPE, PARQUET_TYPE]),
    400: errorResponse('error', 'The first invalid parameter, or too many rows.', [
      'The response would have more than 1000000 rows: ask for fewer days.',
    ]),
  };
}

const UPLOADS: OperationMetadata['responses'] = {
  200: jsonResponse(
    'Newest first, without those that were taken back: all of them, or a page.',
    z.array(MeasurementUpload),
    {
      Uploads: [
        {
          ...RECORDED,
          file_name: 'marzo.csv',
          uploaded_at: '2026-04-01T09:00:00.000Z',
          by: 'key 8f3a',
        },
      ],
    },
    PAGE_HEADERS,
  ),
};
const FILE: OperationMetadata['responses'] = {
  200: {
    description: 'The file under its original name.',
    headers: disposition('marzo.csv'),
    content: { 'application/octet-stream': BINARY },
  },
  404: NOT_FOUND,
};
const REMOVED: OperationMetadata['responses'] = {
  204: { description: 'The upload is taken back.' },
  404: NOT_FOUND,
};
const NO_RETAILER = errorResponse('error', 'The retailer is missing.', [
  'Missing required query parameter: retailer_id',
]);
const TAKE_BACK = 'Its values no longer count, and what they replaced counts again.';

interface MeasurementDocument {
  readonly files: OperationMetadata;
  readonly values: OperationMetadata;
  readonly list: OperationMetadata;
  readonly uploads: OperationMetadata;
  readonly file: OperationMetadata;
  readonly removal: OperationMetadata;
}

const tag = 'Measured energy';

/** The operations on the production of plants. */
export const PRODUCTION: MeasurementDocument = {
  files: {
    id: 'uploadProduction',
    tag,
    summary: 'Upload a file of the production of plants',
    description: `${FORM} column those of a plant. ${RULES}`,
    body: {
      mediaType: 'multipart/form-data',
      schema: ProductionFileForm,
      examples: {
        'A Spanish file': {
          file: 'Planta;Fecha y hora;Potencia (MW)\nMUXIA;23/03/2026 00:15;12,5\n',
          zone: 'Europe/Madrid',
        },
      },
    },
    responses: { ...FILE_RESPONSES, 404: NO_PLANT },
  },
  values: {
    id: 'recordProduction',
    path: '/api/v0/production/',
    tag,
    summary: 'Record values of the production of a plant',
    body: {
      mediaType: 'application/json',
      schema: ProductionValues,
      examples: { 'A quarter of an hour': { plant_id: 'MUXIA', values: [VALUE] } },
    },
    responses: { 201: VALUES_RECORDED, 400: BAD_VALUES, 404: NO_PLANT },
  },
  list: {
    id: 'listProduction',
    path: '/api/v0/production/',
    tag,
    summary: 'List the production of plants',
    responses: listed(ProductionPeriod, { plant_id: 'MUXIA', ...PERIOD }),
  },
  uploads: {
    id: 'listProductionUploads',
    tag,
    summary: 'List the uploaded files of production',
    responses: { ...UPLOADS, 400: BAD_UPLOADS_PAGE },
  },
  file: {
    id: 'downloadProductionUpload',
    tag,
    summary: 'Download an uploaded file of production as it was received',
    responses: FILE,
  },
  removal: {
    id: 'deleteProductionUpload',
    tag,
    summary: 'Take a file of production back',
    description: TAKE_BACK,
    responses: REMOVED,
  },
};

/** The operations on the consumption of portfolios. */
export const CONSUMPTION: MeasurementDocument = {
  files: {
    id: 'uploadConsumption',
    tag,
    summary: 'Upload a file of the consumption of a portfolio',
    description: `${FORM} column those of a group. ${RULES}`,
    body: {
      mediaType: 'multipart/form-data',
      schema: ConsumptionFileForm,
      examples: {
        'A Spanish file': {
          file: 'Fecha;Hora;2.0TD (MWh)\n23/03/2026;1;12,5\n',
          zone: 'Europe/Madrid',
        },
      },
    },
    responses: FILE_RESPONSES,
  },
  values: {
    id: 'recordConsumption',
    path: '/api/v0/user/{user}/consumption/',
    tag,
    summary: 'Record values of the consumption of a group',
    body: {
      mediaType: 'application/json',
      schema: ConsumptionValues,
      examples: { 'A quarter of an hour': { values: [VALUE] } },
    },
    responses: { 201: VALUES_RECORDED, 400: BAD_VALUES },
  },
  list: {
    id: 'listConsumption',
    path: '/api/v0/user/{user}/consumption/',
    tag,
    summary: 'List the consumption of a portfolio',
    responses: listed(ConsumptionPeriod, { group: '2.0TD', ...PERIOD }),
  },
  uploads: {
    id: 'listConsumptionUploads',
    tag,
    summary: 'List the uploaded files of consumption',
    responses: { ...UPLOADS, 400: BAD_PORTFOLIO_PAGE },
  },
  file: {
    id: 'downloadConsumptionUpload',
    tag,
    summary: 'Download an uploaded file of consumption as it was received',
    responses: { ...FILE, 400: NO_RETAILER },
  },
  removal: {
    id: 'deleteConsumptionUpload',
    tag,
    summary: 'Take a file of consumption back',
    description: TAKE_BACK,
    responses: { ...REMOVED, 400: NO_RETAILER },
  },
};
