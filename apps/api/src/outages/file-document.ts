import {
  OutageFileForm,
  OutageFileReading,
  OutageUpload,
  RecordedOutageFile,
  RepeatedOutageFile,
  UploadConflicts,
} from '@solano/schemas';
import { z } from 'zod';
import { errorResponse, NOT_FOUND } from '../endpoint/error-responses.ts';
import { disposition } from '../endpoint/headers.ts';
import { BINARY, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { BAD_UPLOADS_PAGE, PAGE_HEADERS } from '../records/record-metadata.ts';
import { UPLOAD_FAILURES } from './document.ts';

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
  example: '12,5',
  code: 'ambiguous_number',
  params: { grouped: '1250', decimal: 1.25 },
  reason: 'could be 1250 or 1.25',
};
const READING = {
  understood: UNDERSTOOD,
  rows: [EXAMPLE_ROW],
  period: { from: EXAMPLE_ROW.start_time_utc, to: EXAMPLE_ROW.end_time_utc },
  total: 2,
  problems: [PROBLEM],
};
const RECORDED = { id: UPLOAD_ID, rows: 12, plants: ['Muxía'] };

const UPLOAD_FILE: OperationMetadata = {
  id: 'uploadOutageFile',
  tag: 'Outages',
  summary: 'Upload an outage file of any spreadsheet',
  description: `
CSV in UTF-8, UTF-16 or Latin-1, delimited by \`,\`, \`;\`, tabs or \`|\`, with title rows, Spanish
headers, decimal commas and local dates; or .xlsx. The format is detected, never guessed: an ambiguous
value is a problem until a form field resolves it. All rows are recorded or none. The same file with the
same fields again returns the first upload.`,
  body: {
    mediaType: 'multipart/form-data',
    schema: OutageFileForm,
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
      z.union([OutageFileReading, RepeatedOutageFile]),
      {
        'Dry run': READING,
        'The same file': {
          ...RECORDED,
          message: 'This file was uploaded before: nothing was recorded.',
        },
      },
    ),
    201: jsonResponse('The rows are recorded.', RecordedOutageFile, { Recorded: RECORDED }),
    400: jsonResponse(
      'A field of the form, or the file, is not valid.',
      z.union([OutageFileReading, z.record(z.string(), z.array(z.string()))]),
      {
        'Bad cells': READING,
        'Fields of the form': { date_form: ['"ydm" is not a valid choice.'] },
      },
    ),
    ...UPLOAD_FAILURES,
  },
};

const UPLOAD_EXAMPLE = {
  id: UPLOAD_ID,
  plant_ids: ['Muxía'],
  file_name: 'paradas.xlsx',
  rows: 12,
  uploaded_at: '2026-11-22T09:00:00.000Z',
  by: 'key 8f3a',
  mode: 'add',
};

const LIST_UPLOADS: OperationMetadata = {
  id: 'listOutageUploads',
  tag: 'Outages',
  summary: 'List the uploaded outage files',
  responses: {
    200: jsonResponse(
      'Newest first, without those that were taken back: all of them, or a page.',
      z.array(OutageUpload),
      { Uploads: [UPLOAD_EXAMPLE] },
      PAGE_HEADERS,
    ),
    400: BAD_UPLOADS_PAGE,
  },
};

const DOWNLOAD_UPLOAD: OperationMetadata = {
  id: 'downloadOutageUpload',
  tag: 'Outages',
  summary: 'Download an uploaded outage file as it was received',
  responses: {
    200: {
      description: 'The file under its original name.',
      headers: disposition('paradas.csv'),
      content: { 'application/octet-stream': BINARY },
    },
    404: NOT_FOUND,
  },
};

const DELETE_UPLOAD: OperationMetadata = {
  id: 'deleteOutageUpload',
  tag: 'Outages',
  summary: 'Take an outage file back',
  description:
    'The rows that it added are deleted, and those that it replaced or deleted are restored.',
  responses: {
    204: { description: 'The upload is taken back.' },
    400: errorResponse('error', 'A parameter is not valid.', [
      'Parameter \'force\' must be true or false, not "maybe"',
    ]),
    404: NOT_FOUND,
    409: jsonResponse(
      'Rows have changed since: nothing is deleted. The first hundred are named.',
      UploadConflicts,
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

/** The operations on outage files. */
export const OUTAGE_FILES = {
  files: UPLOAD_FILE,
  uploads: LIST_UPLOADS,
  file: DOWNLOAD_UPLOAD,
  removal: DELETE_UPLOAD,
};
