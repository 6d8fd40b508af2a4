import { ALL_TYPES, DEFAULT_TYPE } from '@solano/domain';
import { z } from 'zod';
import { flag, format } from './values.ts';

export const ForecastQuery = z.object({
  format: format(['json', 'csv']),
});

export const NormalizedForecastQuery = ForecastQuery.extend({
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

export const CustomForecastQuery = ForecastQuery.extend({
  type: z
    .string()
    .optional()
    .meta({
      description: `Forecast type; \`${DEFAULT_TYPE}\` where it is left out. \`${ALL_TYPES}\` is the latest file of every type.`,
      examples: [DEFAULT_TYPE],
    }),
});

/** The format of an export. */
const exportFormat = z
  .enum(['xlsx', 'parquet'], {
    error: ({ input }) => `Unsupported format: ${String(input)}. Use xlsx or parquet.`,
  })
  .default('xlsx')
  .meta({ description: 'What the file is written in; `xlsx` where it is left out.' });

export const ForecastExportQuery = z.object({ format: exportFormat });

export const NormalizedForecastExportQuery = NormalizedForecastQuery.extend({
  format: exportFormat,
});

export const CustomForecastExportQuery = CustomForecastQuery.extend({ format: exportFormat });
