// Walks forward over Spain's prices: learns the curves of each day as known at 09:00 of Madrid of the day before, buys
// 1 MW in every hour, 60 % of it day-ahead at any price and 40 % only up to the limit, the rest in the first auction,
// and prints what that saves. docs/limit-bids.md has its results. Hindcasts of prices take minutes and are cached.
//
//   node tools/bench/limit-bids.ts [--data ../shared/data/history/omie] [--cache <file>]
//     [--from 2024-12-01] [--to 2025-11-30]
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_AHEAD, HourSpreads, SESSIONS, type SessionRules } from '@solano/domain/market';
import { makePastCurves, readHistory } from '@solano/domain/market/collection';
import { MemoryDatabase, MemorySpreadCurveStore } from '@solano/memory';
import { hoursOfDays } from './limit-bids/cleared-hours.ts';
import { Figures } from './limit-bids/figures.ts';
import { readPrices } from './limit-bids/history.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/history/omie' },
    cache: { type: 'string', default: join(tmpdir(), 'limit-bids-hindcasts.json') },
    from: { type: 'string', default: '2024-12-01' },
    to: { type: 'string', default: '2025-11-30' },
  },
});
const range = { first: values.from, last: values.to };
const sessions = { earlier: DAY_AHEAD, later: SESSIONS[1] as SessionRules };

const prices = await readPrices(values.data, values.cache);
const spreadCurves = new MemorySpreadCurveStore(new MemoryDatabase());
const begun = performance.now();
await makePastCurves(
  { prices, spreadCurves },
  await readHistory(prices, values.from, values.to),
  range,
);
console.log(`curves in ${((performance.now() - begun) / 1000).toFixed(1)} s`);

const figures = new Map<string, Figures>();
const spreads = new HourSpreads(prices);
for await (const day of hoursOfDays({ prices, spreadCurves, spreads }, sessions, range)) {
  const quarter = `${day.date.slice(0, 4)}-Q${Math.ceil(Number(day.date.slice(5, 7)) / 3)}`;
  for (const name of [quarter, 'all']) {
    const own = figures.get(name) ?? new Figures();
    figures.set(name, own);
    own.add(day.hours);
  }
}
for (const [name, own] of [...figures].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(own.line(name));
