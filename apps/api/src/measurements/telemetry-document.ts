import { CSV_TYPES, StoredTelemetry, TelemetryForm } from '@solano/schemas';
import { errorResponse, fieldErrors } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const STORED = {
  ok: true,
  bucket: '',
  key: 'Norte/telemetry/Mux%C3%ADa_onlineHist.csv',
  message: 'Telemetry CSV stored: 96 rows.',
  rows: 96,
  replaced: 0,
};

export const TELEMETRY: OperationMetadata = {
  id: 'uploadTelemetry',
  path: '/api/v0/telemetry/upload/',
  tag: 'Measured energy',
  summary: 'Upload the measured power of a plant as its monitoring sends it',
  description: `A column of times, the ends of periods, and one of power or energy: UTC and MW where the header says
neither. The values are recorded as the plant's production, all or none; then the file replaces the one before.`,
  body: {
    mediaType: 'multipart/form-data',
    schema: TelemetryForm,
    examples: {
      'A quarter of an hour': {
        plant_id: 'Muxía',
        file: 'datetime,power\n2026-03-01T00:15Z,12.5\n2026-03-01T00:30Z,12.25\n',
      },
    },
    parts: { file: CSV_TYPES.join(', ') },
  },
  responses: {
    201: jsonResponse('The values are recorded and the file is stored.', StoredTelemetry, {
      Stored: STORED,
    }),
    400: fieldErrors({
      'Fields of the form': {
        plant_id: ['This field is required.'],
        file: ['The file name must end in .csv.'],
      },
      'Rows of the file': { file: ['line 3, column power: is no number'] },
    }),
    404: errorResponse('detail', 'The customer has no such plant.', [
      'Plant with this ID does not exist.',
    ]),
    502: errorResponse('detail', 'The values are recorded; the file could not be stored.', [
      'File upload failed.',
    ]),
    503: errorResponse('detail', 'The customer has no folder.', [
      'Telemetry uploads are not configured.',
    ]),
  },
};
