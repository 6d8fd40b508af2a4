import { TECHNOLOGIES } from '@solano/domain/assets';
import { z } from 'zod';

const share = (description: string) => z.number().nullable().meta({ description });

const ERRORS = {
  nmae: share('Mean absolute error by nominal power; null where that is 0.'),
  nrmse: share('Root of the mean square error by nominal power.'),
  bias: share('Mean of forecast minus measured, by nominal power.'),
};
const periods = z.int().min(0);
const within = z.number().nullable();

const LEFT_OUT = z.object({
  outage: periods,
  no_production: periods,
  no_forecast: periods,
});

const ORIGIN = {
  origin: z.enum(['delivered', 'solano']),
  periods: periods.meta({ description: 'Quarter hours of which its forecasts are scored.' }),
  ...ERRORS,
  skill_persistence: share('1 − RMSE ÷ RMSE of persistence.'),
  skill_climatology: share('1 − RMSE ÷ RMSE of climatology.'),
  pinball: share('Mean pinball loss of the levels 1 to 99 % by nominal power; null without bands.'),
  coverage: z.object({ '50': within, '80': within, '90': within }).meta({
    description:
      'Share of the periods within the central band of so many percent, of those whose band touches neither 0 nor installed power.',
  }),
  forecast_mwh: z.number(),
};

const SCORE = {
  periods: periods.meta({ description: 'Quarter hours that are scored.' }),
  left_out: LEFT_OUT,
  produced_mwh: z.number().nullable(),
};

const lost = z
  .array(
    z.object({
      unavailability_id: z.uuid(),
      mwh: z.number().nullable(),
      eur: z.number().nullable().meta({ description: 'Null where a quarter has no price.' }),
      origin: z.enum(['delivered', 'solano']).nullable().meta({
        description:
          'Whose forecast it rests on: the delivered one, as known when the unavailability began, where the service has none of its own; null where `mwh` is.',
      }),
    }),
  )
  .meta({
    description:
      'What each unavailability cost: the forecast known at 09:00 of the day before minus produced, at the realised day-ahead price; null where no quarter has both.',
  });
const lead = z.union([z.enum(['day_ahead', 'run']), z.int()]);

/** The scores of a plant’s forecasts. */
export const PlantScore = z.object({
  plant: z.string().meta({ description: 'Name of the plant.' }),
  from: z.iso.date(),
  to: z.iso.date(),
  lead,
  ...SCORE,
  origins: z.array(
    z.object({
      ...ORIGIN,
      by_lead_hours: z.array(z.object({ lead_hours: z.int(), periods, ...ERRORS })),
      by_hour: z.array(z.object({ hour: z.int(), periods, ...ERRORS })),
    }),
  ),
  lost,
});

const deliveredAt = z.iso
  .datetime()
  .nullable()
  .meta({ description: 'Of the last delivery; null where nothing ever came.' });

const lateSince = z.iso.datetime().nullable().meta({
  description:
    'One hour after the latest time of day of the last 14 deliveries, on the first day without a delivery; null while nothing is late.',
});

/** The scores of one of all plants. */
export const PlantScoreSummary = z.object({
  id: z.uuid(),
  plant: z.string().meta({ description: 'Name of the plant.' }),
  technology_type: z.enum(TECHNOLOGIES),
  nominal_capacity_mw: z.string(),
  ...SCORE,
  forecast_mwh: z.number().nullable(),
  origins: z.array(z.object(ORIGIN)),
  lost,
  production: z.object({
    delivered_at: deliveredAt,
    until: z.iso.datetime().nullable().meta({ description: 'End of the last measured period.' }),
    late_since: lateSince,
  }),
  forecast: z.object({ delivered_at: deliveredAt, late_since: lateSince }),
});
