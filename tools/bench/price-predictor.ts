// Walks forward over real prices: predicts each day from the days before it, and prints errors and coverage by month and
// by kind of price. docs/forecasts.md has its results. Files: `utc;price` and columns of day-ahead forecasts
// (`…_forecast_mw`), start of the period, EUR/MWh and MW; where files overlap the last one counts.
//
//   node tools/bench/price-predictor.ts --prices a.csv,b.csv [--from 2025-01-01] [--to 2025-11-30]
import { parseArgs } from 'node:util';
import { Combination } from '@solano/domain/market/collection';
import { Figures } from './price-predictor/figures.ts';
import { readPriceFiles } from './price-predictor/price-files.ts';

const { values } = parseArgs({
  options: {
    prices: { type: 'string' },
    from: { type: 'string', default: '2025-01-01' },
    to: { type: 'string', default: '2025-11-30' },
  },
});
const { days, exogenous } = readPriceFiles((values.prices ?? '').split(','));
const combination = new Combination(days, 1, exogenous);
const byDate = new Map(days.map((day) => [day.date, day.quarters]));
const { dates } = combination;
const all = dates.filter((date) => values.from <= date && date <= values.to && byDate.has(date));
const top = topPrice(all.flatMap((date) => pricesOf(date)));

const figures = new Figures();
for (const date of all) {
  const count = dates.indexOf(date);
  const last = pricesOf(dates[count - 1] as string);
  const { quarters } = combination.predict(count);
  const bands = combination.bands(count);
  pricesOf(date).forEach((realised, quarter) => {
    const band = bands?.map((level) => level[quarter] as number);
    const predicted = { price: quarters[quarter] as number, band };
    const names = [date.slice(0, 7), 'all'];
    if (realised < 0) names.push('below 0');
    if (Math.abs(realised) < 2) names.push('within 2 of 0');
    if (realised >= top) names.push('top 1 %');
    figures.add(names, predicted, realised, last[quarter] as number);
  });
}
for (const line of figures.lines()) console.log(line);
const { user } = process.cpuUsage();
console.log(`${all.length} days, ${(user / 1e6).toFixed(0)} s of a core`);

/** A day's 96 quarters; those of a missing day are its predecessor's. */
function pricesOf(date: string): number[] {
  let known = date;
  while (!byDate.has(known)) known = dates[dates.indexOf(known) - 1] as string;
  return Array.from(byDate.get(known) as ArrayLike<number>).slice(0, 96);
}

function topPrice(prices: number[]): number {
  return Float64Array.from(prices).sort()[Math.floor(0.99 * prices.length)] as number;
}
