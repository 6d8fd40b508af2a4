import { z } from 'zod';
import { parsed } from '../values.ts';
import { resolution } from './measurements.ts';
import {
  choice,
  day,
  format,
  id,
  instantWithOffset,
  not,
  requiredDay,
  shortened,
} from './values.ts';

const MAX_LEAD_HOURS = 168;
const DEFAULT_QUANTILES = ['10', '50', '90'];

/** Percentages in ascending order, each once. */
export const quantiles = z
  .array(z.string())
  .default(DEFAULT_QUANTILES)
  .transform((texts, context) => {
    const names = texts.join(',').split(',');
    const unknown = names.find((text) => !/^[1-9]\d?$/.test(text));
    if (unknown === undefined) return [...new Set(names.map(Number))].sort((a, b) => a - b);
    const message = `Unsupported quantile: ${shortened(unknown)}. Use whole numbers from 1 to 99.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({
    description: `Which quantiles the rows have, whole numbers from 1 to 99; ${DEFAULT_QUANTILES.join(', ')} where it is left out.`,
    override: { type: 'string', examples: [DEFAULT_QUANTILES.join()] },
  });

const lead = parsed((text, reject) => {
  if (text === 'day_ahead' || text === 'run') return text;
  if (/^\d{1,3}$/.test(text) && Number(text) <= MAX_LEAD_HOURS) return Number(text);
  const hours = `a whole number of hours up to ${MAX_LEAD_HOURS}`;
  return reject(`Parameter 'lead' must be day_ahead, run or ${hours}, ${not(text)}`);
})
  .default('day_ahead')
  .meta({
    description:
      'Which forecast of a period: the newest known at 09:00 Madrid of the day before, the newest known so many hours before it begins, or with `run` each that was known before it begins.',
    override: { type: 'string', examples: ['day_ahead', '24', 'run'] },
  });

const nearestLead = parsed((text, reject) => {
  if (text === 'day_ahead') return text;
  if (/^\d{1,3}$/.test(text) && Number(text) <= MAX_LEAD_HOURS) return Number(text);
  const hours = `a whole number of hours up to ${MAX_LEAD_HOURS}`;
  return reject(`Parameter 'lead' must be day_ahead or ${hours}, ${not(text)}`);
})
  .default('day_ahead')
  .meta({
    description:
      'Which forecast of a period: the newest known at 09:00 Madrid of the day before, or so many hours before it begins.',
    override: { type: 'string', examples: ['day_ahead', '24'] },
  });

export const PlantForecastPath = z.object({ id: id('Of the plant.') });

export const PlantForecastQuery = z.object({
  origin: choice(
    'origin',
    ['solano', 'delivered'],
    'Whose forecast: the service’s own, or the file that the customer delivered; where this is left out the delivered one, else the service’s own.',
  ),
  quantiles,
  as_of: instantWithOffset('as_of', 'The newest forecast that was known then, and the outages:'),
  resolution,
  format: format(['json', 'csv', 'xlsx', 'parquet']),
});

export const PortfolioForecastQuery = z.object({
  agrupation: z.string().optional().meta({
    description: 'Only the plants with this `agrupation`; all where it is left out.',
  }),
  quantiles,
  as_of: instantWithOffset('as_of', 'The newest forecasts that were known then, and the outages:'),
  resolution,
  format: format(['json', 'csv', 'xlsx', 'parquet']),
});

export const ForecastSeriesQuery = z.object({
  from: requiredDay('from', 'First Madrid day, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day, `YYYY-MM-DD`, 400 days in all at most.'),
  lead: nearestLead,
  origin: choice(
    'origin',
    ['delivered', 'solano'],
    'Whose forecast: the file that the customer delivered, which is usual, or the service’s own.',
  ),
  quantiles,
  resolution,
  format: format(['json', 'csv', 'xlsx', 'parquet']),
});

export const PlantScoreQuery = z.object({
  from: day('from', 'First Madrid day; left out: the 30 days up to the last.'),
  to: day('to', 'Last Madrid day, 400 in all at most; yesterday where it is left out.'),
  lead,
});

export const PlantScoresQuery = z.object({
  from: day('from', 'First Madrid day; the last where it is left out.'),
  to: day('to', 'Last Madrid day, 31 in all at most; yesterday where it is left out.'),
  lead,
  format: format(['json', 'csv', 'xlsx']),
});
