import { OUTAGE_TEMPLATE } from '@solano/domain/assets';
import { CSV_TYPES, Message, PlantOutageForm, TokenOutageForm } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse, fieldErrors } from '../endpoint/error-responses.ts';
import { disposition, WWW_AUTHENTICATE } from '../endpoint/headers.ts';
import { jsonResponse, type OperationMetadata, WORKBOOK } from '../endpoint/operation.ts';

const CSV =
  'plant_id,start_time_utc,end_time_utc,available_power_mw\nMuxía,2026-11-23T06:00Z,2026-11-23T18:00Z,12.5\n';
const CSV_PARTS = { file: CSV_TYPES.join(', ') };
const UPLOADS_OFF = 'Outages uploads are not configured.';

const LAYOUT = `
UTF-8 (a byte order mark is fine), \`,\` or \`;\`, a header line, names without regard to case, columns
in any order, others ignored, blank rows at the end skipped, at most 100,000 rows:

- \`plant_id\` (also \`production_resource_name\`): the plant's name. Required in the token upload; in the
  upload of one plant it must be that one.
- \`start_time_utc\`, \`end_time_utc\` (also \`start\`, \`end\`): ISO 8601; without an offset UTC, or local
  time where \`timezone_source\` is given. Required.
- one of \`available_power_mw\` (also \`avail_qty\`), MW that the plant can still give;
  \`unavailable_power_mw\`, MW taken off the nominal capacity; \`available_power\` with \`source_unit\`:
  \`MW\`, \`kW\`, or \`%\` of nominal capacity. Between 0 and nominal capacity, decimals after a point.
- \`availability_type\`: \`CURTAILMENT\`, \`UNAVAILABILITY\` (where it is left out) or \`OTHER\`.
- \`observations\`: free text. \`timezone_source\`: IANA time zone of the two times.

Every bad row is named, the first 100. Rows equal in plant, start, end and type are a bad row within a
file; one that is recorded already is replaced.`;

/** The response to a stored upload. */
const stored = (description: string, messages: readonly string[]) => {
  const examples = Object.fromEntries(messages.map((message) => [message, { message }]));
  return jsonResponse(description, Message, examples);
};

/** Error responses of an upload by bearer key. */
export const UPLOAD_FAILURES = {
  404: errorResponse('detail', 'The customer has no such plant.', [
    'Plant with this ID does not exist.',
  ]),
  502: errorResponse('detail', 'The file could not be stored.', ['File upload failed.']),
  503: errorResponse('detail', 'Uploads are off, or the customer has no folder.', [UPLOADS_OFF]),
};

export const UPLOAD_OUTAGES: OperationMetadata = {
  id: 'uploadOutages',
  path: '/api/v0/outages/upload/',
  tag: 'Outages',
  summary: 'Upload the outages of a plant',
  description: `The file is stored and its rows become unavailabilities of the plant: all of them, or none.\n${LAYOUT}`,
  body: {
    mediaType: 'multipart/form-data',
    schema: PlantOutageForm,
    examples: { 'One row': { plant_id: 'Muxía', file: CSV } },
    parts: CSV_PARTS,
  },
  responses: {
    201: stored('The outages are stored.', ['Outages CSV stored: 12 rows.']),
    400: fieldErrors({
      'Fields of the form': {
        plant_id: ['This field is required.'],
        file: ['The file name must end in .csv.'],
      },
      'Rows of the file': { file: ['line 3, column end_time_utc: not after the start.'] },
    }),
    ...UPLOAD_FAILURES,
  },
};

export const UPLOAD_OUTAGES_BY_TOKEN: OperationMetadata = {
  id: 'uploadOutagesByToken',
  tag: 'Outages',
  summary: 'Upload the outages of several plants, the token in the form',
  description: `Each row names its plant in the column \`plant_id\`. The testing token simulates the upload without processing the file.\n${LAYOUT}`,
  tokenInForm: true,
  body: {
    mediaType: 'multipart/form-data',
    schema: TokenOutageForm,
    examples: { 'A test': { token: 'testing-token', file: CSV } },
    parts: CSV_PARTS,
  },
  responses: {
    200: stored('The file is processed, or was a test.', [
      'File uploaded: 12 rows.',
      'File received with a testing token: upload simulated, nothing was processed.',
    ]),
    400: errorResponse('error', 'The form or the file cannot be used.', [
      'Invalid file format or missing required fields: file is required',
    ]),
    401: errorResponse(
      'error',
      'No token, or one that is not valid.',
      ['Invalid or missing token.'],
      { 'WWW-Authenticate': WWW_AUTHENTICATE },
    ),
    502: errorResponse('error', 'The file could not be stored.', ['File upload failed.']),
    503: errorResponse('error', 'Uploads are off, or the customer has no folder.', [UPLOADS_OFF]),
  },
};

export const OUTAGES_TEMPLATE: OperationMetadata = {
  id: 'getOutagesTemplate',
  tag: 'Outages',
  summary: 'An outage file to fill in',
  responses: {
    200: {
      description: 'The header line and an example row, with `;` and a byte order mark.',
      headers: disposition('outages.csv'),
      content: {
        'text/csv': {
          schema: z.string(),
          examples: { 'The template': OUTAGE_TEMPLATE },
        },
      },
    },
  },
};

export const OUTAGES_WORKBOOK: OperationMetadata = {
  id: 'getOutagesWorkbook',
  tag: 'Outages',
  summary: 'A workbook of outages to fill in',
  description:
    'A sheet with the columns and drop-down lists (plants of the customer, units, types, time zones), and one that explains each column in English and Spanish. It is uploaded to `/api/v0/outages/files`.',
  responses: {
    200: {
      description: 'The workbook.',
      headers: disposition('outages.xlsx'),
      content: WORKBOOK,
    },
  },
};
