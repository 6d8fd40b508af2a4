import {
  type MarketState as DomainMarketState,
  MARKETS,
  PREDICTION_ORIGINS,
  QUANTILE_COLUMNS,
  REGION,
} from '@solano/domain/market';
import { z } from 'zod';
import { exactPrice, label, responseInstant } from './values.ts';

export const PriceRow = z
  .object({
    datetime: label(
      'End of the period in Europe/Madrid; in the repeated hour of autumn a label occurs twice.',
    ),
    price: exactPrice('EUR/MWh with three digits after the point; may be negative.'),
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

const day = z.string().meta({ description: 'A Madrid day.', examples: ['2026-11-22'] });
const source = z
  .string()
  .nullable()
  .meta({
    description: '`omie`, `esios`, `entsoe`, `csv` or `synthetic`; null without prices.',
    examples: ['omie'],
  });
const revision = z
  .int()
  .nullable()
  .meta({ description: 'Of the source’s document; null where it has none.' });

export const RealisedPrices = z
  .object({
    rows: z.array(PriceRow).meta({ description: 'Oldest first.' }),
    days: z.array(
      z
        .object({
          day,
          source,
          revision,
          status: z.enum(['realised', 'cancelled', 'held', 'missing']).meta({
            description:
              '`held`: the prices are outside the limits and wait for an operator; `cancelled`: the auction was not held.',
          }),
        })
        .meta({ id: 'RealisedDay', description: 'Where a day’s prices come from.' }),
    ),
  })
  .meta({ id: 'RealisedPrices', description: 'Realised prices with the status of each day.' });

const imbalancePrice = (description: string) => exactPrice(`EUR/MWh. ${description}`, '61.240');

export const ImbalancePrices = z
  .object({
    rows: z
      .array(
        z
          .object({
            datetime: PriceRow.shape.datetime,
            short: imbalancePrice('Paid for a MWh consumed beyond what was bought.'),
            long: imbalancePrice('Received for a MWh bought and not consumed.'),
          })
          .meta({ id: 'ImbalanceRow', description: 'The prices of deviations of a period.' }),
      )
      .meta({ description: 'Oldest first.' }),
    days: z.array(
      z
        .object({
          day,
          source: z
            .string()
            .nullable()
            .meta({
              description: '`esios`, `csv` or `synthetic`; null without prices.',
              examples: ['csv'],
            }),
          revision: z
            .int()
            .nullable()
            .meta({ description: 'Counts the revisions of the day from 1; null without prices.' }),
          settlement: z
            .string()
            .nullable()
            .meta({
              description: 'The name of the settlement; null without prices.',
              examples: ['C2'],
            }),
          status: z.enum(['realised', 'missing']),
        })
        .meta({ id: 'ImbalanceDay', description: 'Where a day’s prices come from.' }),
    ),
  })
  .meta({ id: 'ImbalancePrices', description: 'Prices of deviations with the state of each day.' });

const days = (description: string) =>
  z.array(day).meta({ description: `${description} Of the last 30 days, oldest first.` });

export const MarketState = z
  .object({
    region: z.literal(REGION),
    market: z.enum(MARKETS),
    session: z.string().meta({ examples: ['MD'] }),
    newest_realised_day: day.nullable(),
    newest_realised_at: responseInstant('When these prices became available.').nullable(),
    source,
    revision,
    expected_at: responseInstant('When the next day’s prices are expected.'),
    late_by_seconds: z
      .int()
      .meta({ description: 'Since they were expected, once that is an hour ago; else 0.' }),
    missing_days: days('Days whose prices are more than an hour late.'),
    cancelled_days: days('Days whose auction was cancelled.'),
    held_days: days('Days with prices outside the limits, which wait for an operator.'),
    newest_prediction_at: responseInstant('When the newest prediction was generated.').nullable(),
    prediction_inputs_until: responseInstant(
      'Where the prices end that it was made from.',
    ).nullable(),
    realised_days: z.int().meta({
      description:
        'How many of the last 60 days have whole realised prices; they end with the newest day of the day-ahead market. The service predicts a market from 28 on.',
    }),
    not_predicted: z
      .string()
      .nullable()
      .meta({ description: 'Why the service does not predict this market; null if it does.' }),
  })
  .meta({ id: 'MarketState', description: 'How fresh the data of a market are.' });

/** The state of a market as JSON. */
export function marketStateJson(each: DomainMarketState) {
  return {
    region: each.region,
    market: each.market,
    session: each.session,
    newest_realised_day: each.newestRealisedDay,
    newest_realised_at: each.newestRealisedAt,
    source: each.source,
    revision: each.revision,
    expected_at: each.expectedAt,
    late_by_seconds: each.lateBySeconds,
    missing_days: each.missingDays,
    cancelled_days: each.cancelledDays,
    held_days: each.heldDays,
    newest_prediction_at: each.newestPredictionAt,
    prediction_inputs_until: each.predictionInputsUntil,
    realised_days: each.realisedDays,
    not_predicted: each.notPredicted,
  };
}
