import { PREDICTION_ORIGINS, QUANTILE_COLUMNS } from '@solano/domain';
import { z } from 'zod';
import { label, responseInstant } from './values.ts';

export const PriceRow = z
  .object({
    datetime: label(
      'End of the period in Europe/Madrid; in the repeated hour of autumn a label occurs twice.',
    ),
    price: z.string().meta({
      pattern: String.raw`^-?\d+\.\d{3}$`,
      description: 'EUR/MWh with three digits after the point; may be negative.',
      examples: ['57.120'],
    }),
  })
  .meta({ id: 'PriceRow', description: 'The predicted price of a period.' });

const quantile = z
  .string()
  .nullable()
  .optional()
  .meta({
    pattern: String.raw`^-?\d+\.\d{3}$`,
    description: 'Quantile, EUR/MWh; null where the prediction has none for the period.',
    examples: ['48.300'],
  });

const BandedPriceRow = PriceRow.extend(
  Object.fromEntries(QUANTILE_COLUMNS.map((column) => [column, quantile])) as Record<
    (typeof QUANTILE_COLUMNS)[number],
    typeof quantile
  >,
).meta({
  id: 'BandedPriceRow',
  description: 'The predicted price of a period, with the quantiles that were asked for.',
});

export const PricePrediction = z
  .object({
    generated_at: responseInstant('When it was generated.'),
    origin: z.enum(PREDICTION_ORIGINS).meta({
      description:
        '`live`: made by the service for now; `hindcast`: by the service for an earlier instant; `imported`: put, at most 5 minutes old; `backdated`: put, older.',
    }),
    inputs_until: responseInstant(
      'Where the realised prices end that it was made from.',
    ).nullable(),
    rows: z.array(BandedPriceRow),
  })
  .meta({ id: 'PricePrediction', description: 'A prediction with its quantiles.' });

const number = (description: string) => z.number().nullable().meta({ description });
const share = number('Share of prices within the central interval; null without bands.');

export const PriceEvaluation = z
  .object({
    days: z.array(z.string()).meta({ description: 'The days that were scored, oldest first.' }),
    mae: number('Mean absolute error, EUR/MWh.'),
    rmse: number('Root mean square error, EUR/MWh.'),
    bias: number('Mean of predicted minus realised, EUR/MWh.'),
    rmae_persistence: number('The error as a multiple of that of the last whole day known.'),
    rmae_weekly: number('The error as a multiple of that of the same day a week before.'),
    pinball: number('Mean pinball loss over the quantiles, EUR/MWh; null without bands.'),
    coverage: z.object({ '50': share, '80': share, '90': share }),
    by_hour: z
      .array(z.object({ hour: z.int(), mae: number('EUR/MWh.') }))
      .meta({ description: 'By hour of the Madrid clock.' }),
    by_lead_days: z
      .array(z.object({ lead_days: z.int(), days: z.int(), mae: number('EUR/MWh.') }))
      .meta({ description: 'By days from the generation’s Madrid day to the day predicted.' }),
  })
  .meta({ id: 'PriceEvaluation', description: 'How far stored predictions were off.' });
