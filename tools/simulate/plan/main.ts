// `node tools/simulate/plan/main.ts`: plans of drawn days, recomputed from their bids and prices.
import { parseArgs } from 'node:util';
import { drawnDates } from './drawn-dates.ts';
import { liveDay } from './live-day.ts';
import { planDifferences } from './recompute.ts';

const { days, seed, only } = parseArgs({
  options: {
    days: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** The only day that is looked at, by its place. */
    only: { type: 'string' },
  },
}).values;

for (const [name, text] of Object.entries({ days, seed, only })) {
  if (text !== undefined && !/^\d+$/.test(text))
    throw new Error(`--${name} must be a whole number`);
}

const found: string[] = [];
const statuses = new Map<string, number>();
let revised = 0;
for (const [i, date] of drawnDates(Number(days)).entries()) {
  if (only !== undefined && i !== Number(only)) continue;
  const day = await liveDay(date, Number(seed) * 1_000_000 + i);
  found.push(...planDifferences(day));
  for (const { status, revised_price } of day.shown.sessions) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (revised_price !== null) revised += 1;
  }
}
const counts = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ');
console.log(`${days} days: sessions ${counts}, ${revised} with revised prices (seed ${seed})`);
for (const each of found) console.log(`DIFFERENT: ${each}`);
console.log(found.length === 0 ? 'no difference' : `${found.length} differences`);
process.exitCode = found.length === 0 ? 0 : 1;
