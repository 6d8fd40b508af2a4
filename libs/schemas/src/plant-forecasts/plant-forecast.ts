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

const rows = z.array(
  z
    .object({ ...SPAN, available_mw: availableMw })
    .catchall(z.number().nullable())
    .meta({
      description: 'With `p<quantile>` and `available_p<quantile>`, null where there are no bands.',
    }),
);

/** The newest forecast of a plant. */
export const PlantForecast = z.object({
  plant,
  origin: z.enum(['delivered', 'solano']),
  method: z.enum(['learned', 'physical']).nullable().meta({
    description:
      'Of the service’s own forecasts: learned from the plant’s production, or from its technology alone.',
  }),
  generated_at: z.iso
    .datetime()
    .meta({ description: 'From when on it was known: of a file, its modification time.' }),
  weather: z
    .object({ source: z.string(), issued_at: z.iso.datetime() })
    .nullable()
    .meta({ description: 'The run of weather that the service’s own forecast rests on.' }),
  rows,
});

/** The sum of the forecasts of some plants. */
export const PortfolioForecast = z.object({
  agrupation: z.string().nullable().meta({ description: 'Null: all plants.' }),
  plants: z.array(z.string()).meta({ description: 'Names of the plants that are summed.' }),
  missing: z
    .array(z.string())
    .meta({ description: 'Names of those without a forecast that reaches beyond the instant.' }),
  generated_at: z.iso
    .datetime()
    .meta({ description: 'The oldest time at which the forecast of one of them became known.' }),
  rows,
});

/** The forecast of each period as it was known by a lead. */
export const ForecastSeries = z.object({
  plant,
  lead: z.union([z.literal('day_ahead'), z.int()]),
  origin: z.enum(['delivered', 'solano']),
  rows,
});
