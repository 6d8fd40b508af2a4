import { ForecastRow, ForecastsByType, NormalizedForecastRow } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { disposition, NOT_MODIFIED, optionalDisposition, VALIDATORS } from '../endpoint/headers.ts';
import type { Content, OperationMetadata, ResponseMetadata } from '../endpoint/operation.ts';
import { BINARY, TABLE_FILES } from '../endpoint/operation.ts';

const ROW = { datetime: '2026-11-23 01:00', Muxía: '12.400' };
const CSV = { schema: z.string(), examples: { Rows: 'datetime;Muxía\n2026-11-23 01:00;12.400\n' } };
const NORMALIZED_ROW = { plant: 'Muxía', datetime: '2026-11-23 01:00', pred: '12400.5' };

const INVALID_PLANT = {
  'X-Invalid-Plant': z
    .string()
    .optional()
    .meta({
      description:
        'Plants that `partial=true` left out, percent-encoded, between commas; 4 KB of them at most.',
      examples: ['Mux%C3%ADa, Sierra%201'],
    }),
};

export const LATEST_FORECAST = forecast({
  id: 'getLatestForecast',
  path: '/api/v0/forecasts/latest/',
  summary: 'The latest forecast file',
  description: 'The file that was uploaded last of the newest day, up to today, that has any.',
  file: 'forecast.csv',
  content: {
    'application/json': { schema: z.array(ForecastRow), examples: { Rows: [ROW] } },
    'text/csv': CSV,
  },
  missing: ['No forecast found for customer Norte.'],
});

export const NORMALIZED_FORECAST = forecast({
  id: 'getNormalizedForecast',
  path: '/api/v0/forecasts/normalized/',
  summary: 'The latest normalized forecast of each plant',
  description: 'The most recently modified file of each plant, by name of the plant.',
  file: 'normalized_forecast.csv',
  content: {
    'application/json': {
      schema: z.array(NormalizedForecastRow),
      examples: { Rows: [NORMALIZED_ROW] },
    },
    'text/csv': {
      schema: z.string(),
      examples: { Rows: 'plant,datetime,pred\nMuxía,2026-11-23 01:00,12400.5\n' },
    },
  },
  missing: [
    'No normalized forecast found for customer Norte.',
    'No normalized forecast found for the selected plants.',
  ],
  headers: INVALID_PLANT,
  rejected: [
    'Unknown timezone: Mars. Use an IANA name or one of: EUR-MAD, ….',
    `Parameter 'partial' must be true or false, not "maybe"`,
  ],
});

export const CUSTOM_FORECAST = forecast({
  id: 'getCustomForecast',
  path: '/api/v0/forecasts/custom/',
  summary: 'The latest forecast of a type, or of all types',
  description: 'Types are agreed with the customer. All types as CSV are a ZIP of one file each.',
  file: 'forecast.csv',
  content: {
    'application/json': {
      schema: z.union([z.array(ForecastRow), ForecastsByType]),
      examples: { 'One type': [ROW], 'All types': { Forecast: [ROW], DailyHourly: [] } },
    },
    'text/csv': CSV,
    'application/zip': BINARY,
  },
  missing: ['No forecast found for type DailyHourly.', 'No forecast found for customer Norte.'],
});

interface ForecastOptions
  extends Pick<OperationMetadata, 'id' | 'path' | 'summary' | 'description'> {
  readonly file: string;
  readonly content: Readonly<Record<string, Content>>;
  readonly missing: readonly string[];
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly rejected?: readonly string[];
}

function forecast(options: ForecastOptions): OperationMetadata {
  const { file, content, missing, headers, rejected = [], ...operation } = options;
  return {
    ...operation,
    tag: 'Forecasts',
    responses: {
      200: {
        description: 'The rows, or the file.',
        headers: { ...VALIDATORS, ...optionalDisposition(file), ...headers },
        content,
      },
      304: NOT_MODIFIED,
      400: errorResponse('error', 'A parameter is not valid, or the customer has no folder.', [
        'Customer name not available.',
        'Unsupported format: xml. Use json or csv.',
        ...rejected,
      ]),
      404: errorResponse('error', 'There is none.', missing),
      500: errorResponse('error', 'The stored file cannot be read.', [
        'Invalid forecast file format.',
      ]),
    },
  };
}

const TYPED =
  'Columns whose values are all numbers, or all times, are typed; others are text. In .xlsx the header is frozen and no text is a formula.';

export const EXPORT_LATEST = exportOf(LATEST_FORECAST, {
  id: 'exportLatestForecast',
  description: TYPED,
  file: 'forecast.xlsx',
});

export const EXPORT_NORMALIZED = exportOf(NORMALIZED_FORECAST, {
  id: 'exportNormalizedForecast',
  description:
    'Columns `plant`, `datetime` (end of the period in the zone that was asked for), `end_utc` and `pred` (kWh).',
  file: 'normalized_forecast.xlsx',
  headers: INVALID_PLANT,
});

export const EXPORT_CUSTOM = exportOf(CUSTOM_FORECAST, {
  id: 'exportCustomForecast',
  description: `${TYPED} All types are a workbook with a sheet of each, or a ZIP with a Parquet file of each.`,
  file: 'forecast.xlsx',
  content: { 'application/zip': BINARY },
});

interface ExportOptions extends Pick<OperationMetadata, 'id' | 'description'> {
  readonly file: string;
  readonly headers?: ResponseMetadata['headers'];
  readonly content?: ResponseMetadata['content'];
}

/** A forecast as a file for spreadsheets and data tools, with the error responses of the forecast. */
function exportOf(
  { summary, responses }: OperationMetadata,
  { file, headers, content, ...operation }: ExportOptions,
): OperationMetadata {
  return {
    ...operation,
    tag: 'Forecasts',
    summary: `${summary}, as .xlsx or Parquet`,
    responses: {
      ...responses,
      200: {
        description: 'The file.',
        headers: { ...VALIDATORS, ...disposition(file), ...headers },
        content: { ...TABLE_FILES, ...content },
      },
      304: NOT_MODIFIED,
      400: errorResponse('error', 'A parameter is not valid, or the customer has no folder.', [
        'Customer name not available.',
        'Unsupported format: csv. Use xlsx or parquet.',
        'A spreadsheet opens 1048575 rows, the forecast has 2000000. Use format=parquet.',
      ]),
    },
  };
}
