import { z } from 'zod';

const group = z.string().nullable().meta({ description: 'Null: the sum of the groups.' });
const groups = z
  .array(z.string())
  .meta({ description: 'Names of the groups that are added up: those that count.' });

/** The forecast of a portfolio’s consumption. */
export const ConsumptionForecast = z
  .object({
    group,
    groups,
    as_of: z.iso.datetime().meta({ description: 'What was known then is what it rests on.' }),
    weather: z.object({ source: z.string(), issued_at: z.iso.datetime() }).nullable().meta({
      description: 'The newest run of weather whose temperature is a part of it; null: none is.',
    }),
    rows: z.array(
      z
        .object({
          start_utc: z.iso.datetime(),
          end_utc: z.iso.datetime(),
          datetime: z
            .string()
            .meta({ description: 'The end on the Madrid clock, `YYYY-MM-DD HH:MM`.' }),
          mw: z.number().meta({ description: 'Mean power of the hour at the meters: the median.' }),
          busbar_mw: z
            .number()
            .meta({ description: 'The same at the busbar of the power station: with losses.' }),
        })
        .catchall(z.number())
        .meta({ description: 'With `p<quantile>` and `busbar_p<quantile>`.' }),
    ),
  })
  .meta({ id: 'ConsumptionForecast' });

const share = (description: string) => z.number().nullable().meta({ description });
const periods = z.int().min(0);
const within = z.number().nullable();
const ERRORS = {
  nmae: share('Mean absolute error by mean measured power.'),
  nrmse: share('Root of the mean square error by mean measured power.'),
  bias: share('Mean of forecast minus measured, by mean measured power.'),
};

/** How good forecasts of consumption are. */
export const ConsumptionScore = z
  .object({
    group,
    from: z.iso.date(),
    to: z.iso.date(),
    lead: z.literal('day_ahead'),
    periods: periods.meta({ description: 'Hours that are scored.' }),
    left_out: z.object({ no_consumption: periods, no_forecast: periods }),
    measured_mwh: z.number().meta({ description: 'Of the scored hours.' }),
    forecast_mwh: z.number().meta({ description: 'Of the scored hours.' }),
    ...ERRORS,
    skill_persistence: share('1 − RMSE ÷ RMSE of the last value known.'),
    skill_climatology: share('1 − RMSE ÷ RMSE of the mean of the hour over 60 days.'),
    skill_week_before: share('1 − RMSE ÷ RMSE of the same hour a week before.'),
    error_by_week_before: share('Mean absolute error ÷ that of the same hour a week before.'),
    pinball: share('Mean pinball loss of the levels 1 to 99 % by mean measured power.'),
    coverage: z
      .object({ '50': within, '80': within, '90': within })
      .meta({ description: 'Share of the hours within the central band of so many percent.' }),
    by_lead_hours: z.array(z.object({ lead_hours: z.int(), periods, ...ERRORS })).meta({
      description: 'By hours from 09:00 of the day before to the start.',
    }),
    by_hour: z.array(z.object({ hour: z.int(), periods, ...ERRORS })),
  })
  .meta({ id: 'ConsumptionScore' });
