import { ALL_TYPES, DEFAULT_TYPE } from '@solano/domain/assets';
import { z } from 'zod';
import { flag, format } from './values.ts';

/** The query of each form of forecasts, in some formats. */
function forecastQueries<Format>(formats: z.ZodType<Format>) {
  const latest = z.object({ format: formats });
  const normalized = latest.extend({
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
    partial: flag(
      'partial',
      '`true`: a plant whose file cannot be read is left out and named in `X-Invalid-Plant`, instead of failing the request.',
    ),
  });
  const custom = latest.extend({
    type: z
      .string()
      .optional()
      .meta({
        description: `Forecast type; \`${DEFAULT_TYPE}\` where it is left out. \`${ALL_TYPES}\` is the latest file of every type.`,
        examples: [DEFAULT_TYPE],
      }),
  });
  return { latest, normalized, custom };
}

export type ForecastQueries<Format> = ReturnType<typeof forecastQueries<Format>>;

export const FORECAST_QUERIES = forecastQueries(format(['json', 'csv']));

export const FORECAST_EXPORT_QUERIES = forecastQueries(
  format(['xlsx', 'parquet'], 'What the file is written in; `xlsx` where it is left out.'),
);
