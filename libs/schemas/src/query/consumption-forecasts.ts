import { z } from 'zod';
import { PortfolioQuery } from './measurements.ts';
import { quantiles } from './plant-forecasts.ts';
import { day, format, instantWithOffset, requiredDay, wholeNumber } from './values.ts';

const group = z
  .string()
  .optional()
  .meta({ description: 'Only of this group. Left out: the sum of all that count.' });

export const ConsumptionForecastQuery = PortfolioQuery.extend({
  group,
  from: day('from', 'First Madrid day; tomorrow where it is left out.'),
  to: day('to', 'Last Madrid day, the seventh after today at the latest, which is the default.'),
  quantiles,
  as_of: instantWithOffset('as_of', 'With what was known then, of the days after it:'),
  format: format(['json', 'csv', 'xlsx', 'parquet']),
});

export const ConsumptionScoreQuery = PortfolioQuery.extend({
  group,
  from: day('from', 'First Madrid day; left out: the 30 days up to the last.'),
  to: day('to', 'Last Madrid day, 92 in all at most; yesterday where it is left out.'),
  format: format(['json', 'csv', 'xlsx']),
});

const MEDIAN = 50;

export const ForecastPurchaseQuery = PortfolioQuery.extend({
  day: requiredDay('day', 'The Madrid day to buy for, from tomorrow to the seventh after today.'),
  quantile: wholeNumber(
    { min: 1, max: 99 },
    (text) => `Unsupported quantile: ${text.slice(0, 100)}. Use a whole number from 1 to 99.`,
  )
    .default(MEDIAN)
    .meta({ description: 'Which quantile of the forecast is bought; 50, the median, by default.' }),
});
