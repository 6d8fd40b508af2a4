import { z } from 'zod';

const SPAN = {
  start_utc: z.iso.datetime(),
  end_utc: z.iso.datetime(),
  datetime: z.string().meta({ description: 'The end on the Madrid clock, `YYYY-MM-DD HH:MM`.' }),
  mw: z.number().meta({ description: 'Mean power of the period, whatever is out.' }),
};

const availableMw = z
  .number()
  .meta({ description: 'The power that remains with the recorded unavailabilities.' });

const plant = z.string().meta({ description: 'Name of the plant.' });

/** The newest forecast of a plant. */
export const PlantForecast = z.object({
  plant,
  origin: z.literal('delivered'),
  method: z.null().meta({ description: 'Of the service’s own forecasts.' }),
  generated_at: z.iso
    .datetime()
    .meta({ description: 'From when on it was known: the modification time of the file.' }),
  weather: z.null().meta({ description: 'Of the service’s own forecasts.' }),
  rows: z.array(
    z
      .object({ ...SPAN, available_mw: availableMw })
      .catchall(z.number().nullable())
      .meta({
        description:
          'With `p<quantile>` and `available_p<quantile>`, null where there are no bands.',
      }),
  ),
});

/** The forecast of each period as it was known by a lead. */
export const ForecastSeries = z.object({
  plant,
  lead: z.union([z.literal('day_ahead'), z.int()]),
  rows: z.array(z.object({ ...SPAN, available_mw: availableMw })),
});
