import {
  ExecutedTrades,
  RecordedTradeFile,
  RecordedTrades,
  RepeatedTradeFile,
  TradeDifference,
  TradedPeriod,
  TradeFileForm,
  TradeReading,
  TradeUpload,
} from '@solano/schemas';
import { XLSX_TYPE } from '@solano/spreadsheet/formats';
import { z } from 'zod';
import { errorResponse, NOT_FOUND } from '../endpoint/error-responses.ts';
import { disposition } from '../endpoint/headers.ts';
import { BINARY, jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';
import { BAD_PORTFOLIO_PAGE, PAGE_HEADERS } from '../records/record-metadata.ts';

const SPAN = { start_utc: '2026-03-09T23:00:00Z', end_utc: '2026-03-09T23:15:00Z' };
const UPLOAD = {
  id: '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11',
  rows: 96,
  sessions: ['MD'],
  from: '2026-03-09T23:00:00.000Z',
  to: '2026-03-10T23:00:00.000Z',
};
const READING = {
  understood: {
    format: 'csv',
    delimiter: ';',
    encoding: 'windows-1252',
    decimal: ',',
    columns: {
      datetime: 'Fecha/hora',
      session: 'Sesión',
      mw: 'Energía (MWh)',
      price: 'Precio (EUR/MWh)',
    },
    zone: 'Europe/Madrid',
    date_form: 'dmy',
  },
  rows: [{ session: 'MD', ...SPAN, mw: 12.5, price: 61.25 }],
  total: 1,
  problems: [],
};
const BAD = {
  ...READING,
  rows: [],
  problems: [
    {
      line: 2,
      column: 'Sesión',
      value: 'MID4',
      example: 'MD',
      code: 'unknown_session',
      params: {},
      reason: 'is not a session: MD, MID1, MID2, MID3, MIC (continuous) or BIL (bilateral)',
    },
  ],
};
const NO_RETAILER = errorResponse('error', 'The retailer is missing.', [
  'Missing required query parameter: retailer_id',
]);
const REPLACES =
  'For each session and Madrid day of delivery that it has, it replaces all that was there.';

const tag = 'Executed trades';

/** The operations on the executed trades of portfolios. */
export const TRADES = {
  files: {
    id: 'uploadTrades',
    tag,
    summary: 'Upload a file of executed trades',
    description: `
CSV in UTF-8, UTF-16 or Latin-1, delimited by \`,\`, \`;\`, tabs or \`|\`, with title rows, Spanish headers,
decimal commas and local dates; or .xlsx: a row for each trade. The format is detected, never guessed: an
ambiguous value is a problem until a form field resolves it. All trades are recorded or none.
${REPLACES} The same file with the same fields again returns the first upload.`,
    body: {
      mediaType: 'multipart/form-data',
      schema: TradeFileForm,
      examples: {
        'A Spanish file': {
          file: 'Sesión;Fecha/hora;Energía (MWh);Precio (EUR/MWh)\nMD;23/03/2026 01:00;12,5;61,25\n',
          zone: 'Europe/Madrid',
        },
      },
    },
    responses: {
      200: jsonResponse(
        'A dry run, or a file that was uploaded before.',
        z.union([TradeReading, RepeatedTradeFile]),
        {
          'Dry run': READING,
          'The same file': {
            ...UPLOAD,
            message: 'This file was uploaded before: nothing was recorded.',
          },
        },
      ),
      201: jsonResponse('The trades are recorded.', RecordedTradeFile, {
        Recorded: { ...UPLOAD, replaced: 0 },
      }),
      400: jsonResponse(
        'A field of the form, or the file, is not valid.',
        z.union([
          TradeReading,
          z.object({ error: z.string() }),
          z.record(z.string(), z.array(z.string())),
        ]),
        {
          'Bad cells': BAD,
          'Fields of the form': { unit: ['"kW" is not a valid choice.'] },
          'A parameter': { error: 'Missing required query parameter: retailer_id' },
        },
      ),
      502: errorResponse('detail', 'The file could not be stored.', ['File upload failed.']),
      503: errorResponse('detail', 'The customer has no folder.', [
        'Uploads are not configured for this customer.',
      ]),
    },
  },
  values: {
    id: 'recordTrades',
    path: '/api/v0/user/{user}/trades/',
    tag,
    summary: 'Record executed trades',
    description: REPLACES,
    body: {
      mediaType: 'application/json',
      schema: ExecutedTrades,
      examples: {
        'A sale': {
          trades: [
            {
              session: 'MIC',
              start_time_utc: SPAN.start_utc,
              end_time_utc: SPAN.end_utc,
              mw: -2.5,
              price: 61.25,
            },
          ],
        },
      },
    },
    responses: {
      201: jsonResponse('The trades are recorded.', RecordedTrades, {
        Recorded: { rows: 1, replaced: 0 },
      }),
      400: errorResponse('error', 'The first trade that is bad: nothing is recorded.', [
        'trades[3].session must be one of MD, MID1, MID2, MID3, MIC, BIL',
      ]),
    },
  },
  list: {
    id: 'listTrades',
    path: '/api/v0/user/{user}/trades/',
    tag,
    summary: 'List what was executed, by session and period',
    responses: {
      200: withFiles(
        jsonResponse(
          'The sums of the trades, day by day and session by session.',
          z.array(TradedPeriod),
          {
            Periods: [
              {
                session: 'MD',
                ...SPAN,
                datetime: '2026-03-10 00:15',
                mw: 12.5,
                price: 61.25,
                cost: '191.41',
              },
            ],
          },
        ),
        ['text/csv', XLSX_TYPE],
      ),
      400: errorResponse('error', 'The first invalid parameter, or too many days.', [
        'The response would have more than 1100 days: ask for fewer.',
      ]),
    },
  },
  differences: {
    id: 'listTradeDifferences',
    tag,
    summary: 'Compare what was executed with what was decided',
    description: 'By day and session, for those of which any trades were delivered.',
    responses: {
      200: jsonResponse('The sessions and days with executed trades.', z.array(TradeDifference), {
        'Less than decided': [
          {
            session: 'MD',
            day: '2026-03-10',
            executed: { mwh: '28.000', cost: '1448.00' },
            decided: { mwh: '36.000', cost: '1809.00' },
            difference: { mwh: '-8.000', cost: '-361.00' },
          },
        ],
      }),
      400: errorResponse('error', 'The first invalid parameter, or too many days.', [
        'The response would have more than 1100 days: ask for fewer.',
      ]),
    },
  },
  uploads: {
    id: 'listTradeUploads',
    tag,
    summary: 'List the uploaded files of executed trades',
    responses: {
      200: jsonResponse(
        'Newest first, without those that were taken back: all of them, or a page.',
        z.array(TradeUpload),
        {
          Uploads: [
            {
              ...UPLOAD,
              file_name: 'marzo.csv',
              uploaded_at: '2026-03-11T09:00:00.000Z',
              by: 'key 8f3a',
            },
          ],
        },
        PAGE_HEADERS,
      ),
      400: BAD_PORTFOLIO_PAGE,
    },
  },
  file: {
    id: 'downloadTradeUpload',
    tag,
    summary: 'Download an uploaded file of executed trades as it was received',
    responses: {
      200: {
        description: 'The file under its original name.',
        headers: disposition('marzo.csv'),
        content: { 'application/octet-stream': BINARY },
      },
      400: NO_RETAILER,
      404: NOT_FOUND,
    },
  },
  removal: {
    id: 'deleteTradeUpload',
    tag,
    summary: 'Take a file of executed trades back',
    description: 'Its trades no longer count, and what they replaced counts again.',
    responses: {
      204: { description: 'The upload is taken back.' },
      400: NO_RETAILER,
      404: NOT_FOUND,
    },
  },
} as const satisfies Readonly<Record<string, OperationMetadata>>;
