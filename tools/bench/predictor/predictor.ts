// Walks forward through years of real prices and prints how far the predictions were off: what
// docs/forecasts.md quotes. Run: node tools/bench/predictor/predictor.ts <data folder> [first day]
import { parseArgs } from 'node:util';
import { dateAfter } from '@solano/domain/kernel';
import {
  Combination,
  type ExogenousSeries,
  evaluate,
  type KnownDay,
  type MemberShare,
  type ScoredDay,
  scoreDay,
} from '@solano/domain/market';
import { normalBands } from './normal-bands.ts';
import { earlierPrices, recentPrices } from './price-data.ts';

const QUARTERS = 96;
const HOURS = Array.from({ length: QUARTERS }, (_, quarter) => Math.floor(quarter / 4));
const FIRST_RECENT = '2024-02-01';
const NORMAL_DAYS = 60;

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, first = FIRST_RECENT] = positionals;
if (folder === undefined)
  throw new Error('Usage: node tools/bench/predictor/predictor.ts <data folder> [day]');

report('prices alone', walk(recentPrices(folder), first));
const earlier = earlierPrices(folder);
report('prices alone', walk(earlier.days, '2017-01-01'));
const driven = walk(earlier.days, '2017-01-01', earlier.forecasts);
report('with the forecasts of load, sun and wind', driven);

interface WalkedDay extends ScoredDay {
  readonly members: ReadonlyMap<string, MemberShare>;
}

/** What was said of each day from `from` on, the days before it being known. */
function walk(days: readonly KnownDay[], from: string, exogenous?: ExogenousSeries): WalkedDay[] {
  const started = process.cpuUsage().user;
  const combination = new Combination(days, 1, exogenous);
  const known = new Map(days.map((day) => [day.date, day.quarters]));
  const start = combination.dates.indexOf(from);
  const scored: WalkedDay[] = [];
  for (let count = start; count < combination.dates.length; count += 1) {
    const date = combination.dates[count] as string;
    const realised = known.get(date);
    if (!realised) continue;
    const { quarters, members } = combination.predict(count);
    const week = known.get(dateAfter(date, -7));
    const persistence = known.get(combination.dates[count - 1] as string);
    scored.push({
      date,
      leadDays: 1,
      weight: 1,
      hours: HOURS,
      realised: Array.from(realised).slice(0, QUARTERS),
      predicted: quarters,
      bands: combination.bands(count),
      members,
      references: { ...(persistence && { persistence }), ...(week && { weekly: week }) },
    });
  }
  const seconds = (process.cpuUsage().user - started) / 1e6;
  console.error(`${scored.length} days in ${seconds.toFixed(0)} s of processor time`);
  return scored;
}

function report(inputs: string, days: readonly WalkedDay[]): void {
  const [from, to] = [days[0]?.date, days.at(-1)?.date];
  console.log(`\n${from} to ${to}, from 09:00 of the day before, ${inputs}\n`);
  printTable(days);
  console.log('\n| member | MAE of yesterday’s, alone | mean weight |\n|---|---|---|');
  for (const name of days.at(-1)?.members.keys() ?? []) {
    const own = evaluateDays(days.flatMap((day) => aloneOf(day, name)));
    const weights = days.map(({ members }) => members.get(name)?.weight ?? 0);
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
    const ratio = own.rmae.persistence?.toFixed(3);
    console.log(`| ${name} | ${ratio} | ${mean.toFixed(2)} |`);
  }
}

function evaluateDays(days: readonly ScoredDay[]) {
  return evaluate(days.map(scoreDay));
}

/** The day as one member predicted it, with flat hours. */
function aloneOf(day: WalkedDay, name: string): ScoredDay[] {
  const hours = day.members.get(name)?.hours;
  if (!hours) return [];
  const predicted = day.hours.map((hour) => hours[hour] as number);
  return [{ ...day, predicted, bands: undefined }];
}

function printTable(days: readonly ScoredDay[]): void {
  const normal = normalBands(days, NORMAL_DAYS);
  const months = new Set(days.map(({ date }) => date.slice(0, 7)));
  console.log(
    '| span | days | MAE | of yesterday | of last week | p10–p90 holds | width | of normal |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const month of months) printRow(month, days, normal, (date) => date.startsWith(month));
  printRow('all', days, normal, () => true);
}

function printRow(
  name: string,
  days: readonly ScoredDay[],
  normal: readonly ScoredDay[],
  includes: (date: string) => boolean,
): void {
  const own = evaluateDays(days.filter(({ date }) => includes(date)));
  const compared = days.filter(({ date }, i) => includes(date) && normal[i]?.bands);
  const others = evaluateDays(normal.filter(({ date, bands }) => includes(date) && bands));
  const pinball = evaluateDays(compared).pinball;
  const cells = [
    name,
    own.days.length,
    own.mae?.toFixed(2),
    own.rmae.persistence?.toFixed(3),
    own.rmae.weekly?.toFixed(3),
    percent(own.coverage['80']),
    own.width['80']?.toFixed(1),
    percent(others.pinball && pinball && pinball / others.pinball),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function percent(share: number | null | undefined): string {
  return share ? `${(100 * share).toFixed(1)} %` : '–';
}
