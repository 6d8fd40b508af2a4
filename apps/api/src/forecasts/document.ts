import { ALL_TYPES, DEFAULT_TYPE } from '@solano/domain';
import { ForecastRow, ForecastsByType, NormalizedForecastRow } from '@solano/schemas';
import { z } from 'zod';
import { disposition, VALIDATORS } from '../openapi/headers.ts';
import type { AnswerAbout, Content, OperationAbout, Place } from '../openapi/operation.ts';
import { FORMAT_QUERY } from '../openapi/parameters.ts';
import { refusal } from '../openapi/refusals.ts';

const ROW = { datetime: '2026-11-23 01:00', Muxía: '12.400' };
const CSV = { schema: z.string(), examples: { Rows: 'datetime;Muxía\n2026-11-23 01:00;12.400\n' } };
const NORMALIZED_ROW = { plant: 'Muxía', datetime: '2026-11-23 01:00', pred: '12400.5' };

export const NOT_MODIFIED: AnswerAbout = {
  description: 'The caller has it already (`If-None-Match`, `If-Modified-Since`).',
  headers: VALIDATORS,
};

const NORMALIZED_QUERY = FORMAT_QUERY.extend({
  plant: z.array(z.string()).optional().meta({
    description: 'Only of this plant; repeat it for several. Left out: all plants.',
  }),
  timezone: z
    .string()
    .optional()
    .meta({
      description:
        'IANA name or an alias such as `EUR-MAD`, without regard to case; `UTC` where it is left out.',
      examples: ['EUR-MAD'],
    }),
  partial: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: a plant whose file cannot be read is left out and named in `X-Invalid-Plant`, instead of failing the request.',
  }),
});

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

const CUSTOM_QUERY = FORMAT_QUERY.extend({
  type: z
    .string()
    .optional()
    .meta({
      description: `Forecast type; \`${DEFAULT_TYPE}\` where it is left out. \`${ALL_TYPES}\` is the latest file of every type.`,
      examples: [DEFAULT_TYPE],
    }),
});

export const LATEST_FORECAST = forecast({
  place: { id: 'getLatestForecast', path: '/api/v0/forecasts/latest/', query: FORMAT_QUERY },
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
  place: {
    id: 'getNormalizedForecast',
    path: '/api/v0/forecasts/normalized/',
    query: NORMALIZED_QUERY,
  },
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
  refused: [
    'Unknown timezone: Mars. Use an IANA name or one of: EUR-MAD, ….',
    "Parameter 'partial' must be true or false, not maybe",
  ],
});

export const CUSTOM_FORECAST = forecast({
  place: { id: 'getCustomForecast', path: '/api/v0/forecasts/custom/', query: CUSTOM_QUERY },
  summary: 'The latest forecast of a type, or of all types',
  description: 'Types are agreed with the customer. All types as CSV are a ZIP of one file each.',
  file: 'forecast.csv',
  content: {
    'application/json': {
      schema: z.union([z.array(ForecastRow), ForecastsByType]),
      examples: { 'One type': [ROW], 'All types': { Forecast: [ROW], DailyHourly: [] } },
    },
    'text/csv': CSV,
    'application/zip': { schema: { type: 'string', format: 'binary' } },
  },
  missing: ['No forecast found for type DailyHourly.', 'No forecast found for customer Norte.'],
});

function forecast(about: {
  readonly place: Place;
  readonly summary: string;
  readonly description: string;
  readonly file: string;
  readonly content: Readonly<Record<string, Content>>;
  readonly missing: readonly string[];
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly refused?: readonly string[];
}): OperationAbout {
  const { place, summary, description, file, content, missing, headers, refused = [] } = about;
  const saved = disposition(file)['Content-Disposition'].optional();
  return {
    at: [place],
    tag: 'Forecasts',
    summary,
    description,
    answers: {
      200: {
        description: 'The rows, or the file.',
        headers: { ...VALIDATORS, 'Content-Disposition': saved, ...headers },
        content,
      },
      304: NOT_MODIFIED,
      400: refusal('error', 'The query cannot be answered.', [
        'Customer name not available.',
        'Unsupported format: xml. Use json or csv.',
        ...refused,
      ]),
      404: refusal('error', 'There is none.', missing),
      500: refusal('error', 'The stored file cannot be read.', ['Invalid forecast file format.']),
    },
  };
}
