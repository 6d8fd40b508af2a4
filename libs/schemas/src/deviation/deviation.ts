import { LACKING } from '@solano/domain/desk';
import { z } from 'zod';
import { money as euros, exactEnergy } from '../values.ts';

const money = (description: string) => euros(`${description} EUR with two decimals.`);
const energy = (description: string) => exactEnergy(`${description} MWh with three decimals.`);

const figures = {
  bought_mwh: energy('Bought less sold.'),
  measured_mwh: energy('Consumed, losses included.'),
  short_mwh: energy('Consumed beyond what was bought.'),
  long_mwh: energy('Bought and not consumed.'),
  market_cost: money('What was bought cost, fees included.'),
  deviation_cost: money(
    'Σ short × its price − Σ long × its price: below zero, more was received than paid.',
  ),
  cost_over_day_ahead: money(
    'Σ short × (price − day-ahead price) + Σ long × (day-ahead price − price), without fees.',
  ),
};

const parts = {
  volume_short: money('Energy that the forecast fell short of, at the price of deviations.'),
  volume_long: money('Energy that the forecast was long of.'),
  correction: money('What correcting the forecast cost or, below zero, saved.'),
  market_choice: money('What buying in other sessions than day-ahead cost, fees included.'),
};
const causes = z.object(parts).meta({
  description:
    'What was paid beyond what was measured × day-ahead price, by cause: cents by largest remainder, so that they add up.',
});

const time = {
  start_utc: z.iso.datetime(),
  end_utc: z.iso.datetime(),
  datetime: z.string().meta({ description: 'The end on the Madrid clock, `YYYY-MM-DD HH:MM`.' }),
};

const row = z.union([
  z.object({ ...time, ...figures }),
  z.object({ day: z.iso.date(), ...figures }),
  z.object({ month: z.string().meta({ examples: ['2026-11'] }), ...figures }),
  z.object({ hour: z.int().min(0).max(23), ...figures, causes }),
  z.object({
    weekday: z.int().min(1).max(7).meta({ description: 'Monday is 1.' }),
    ...figures,
    causes,
  }),
]);

/** What a portfolio bought against what it consumed. */
export const Deviation = z.object({
  currency: z.literal('EUR'),
  periods: z.int().meta({
    description:
      'How many periods are compared: quarter hours, or hours where the prices of deviations are hourly.',
  }),
  missing: z
    .array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        what: z.enum(LACKING),
      }),
    )
    .meta({ description: 'Time that is not compared, and what it lacks. It counts in no sum.' }),
  undecided: z
    .array(z.uuid())
    .meta({ description: 'Purchases without a decision in time, which are not counted.' }),
  sessions: z.array(
    z.object({
      session: z.string(),
      rests_on: z.enum(['decision', 'executed', 'both']).meta({
        description:
          'Executed trades, on the days for which any were delivered, else the decision.',
      }),
      bought_mwh: figures.bought_mwh,
      cost: figures.market_cost,
    }),
  ),
  not_bought: z
    .array(z.object({ session: z.string(), mwh: energy('Decided and not bought.') }))
    .meta({ description: 'Shares of cancelled sessions that no later session covers.' }),
  total: z.object(figures),
  causes,
  rows: z.array(row),
});

/** The figures of a day that was complete. */
export const PublishedFigures = z.object({
  periods: z.int().meta({ description: 'How many periods are compared.' }),
  ...figures,
  ...parts,
});

/** What has changed of a day since it was published. */
export const DeviationRevision = z.object({
  day: z.iso.date(),
  revision: z.int().min(2),
  changed_at: z.iso.datetime(),
  before: PublishedFigures.nullable(),
  after: PublishedFigures.nullable().meta({
    description: 'Null where something is missing again.',
  }),
  difference: PublishedFigures.omit({ periods: true })
    .nullable()
    .meta({ description: 'After less before; null where either is.' }),
});
