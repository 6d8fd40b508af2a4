// Walks forward over Spain's demand as if it were a portfolio: forecasts each day as known at 09:00 of Madrid of the
// day before (hours to 08:00), and prints the errors. docs/consumption-forecasts.md has its results.
//
//   node tools/bench/consumption-forecasts.ts [--data ../shared/data/history/load/load_es_hourly_20230101_20251130.csv]
//     [--from 2024-01-01] [--to 2025-11-30] [--ahead 1] [--step 1]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LEVELS } from '@solano/domain/forecasting';
import { type ConsumptionDay, forecastConsumption } from '@solano/domain/forecasting/models';
import { DAY_MS, dateAfter, dayOf, HOUR_MS, madridInstant } from '@solano/domain/kernel';

const KNOWN_AFTER_MS = HOUR_MS;
const ASKED_HOUR = 9;
const PERCENT = 100;
/** From here on demand is as measured, before as the file's forecast of it, which has fewer gaps. */
const MEASURED_FROM = Date.parse('2025-11-30T23:00:00Z');

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: '../shared/data/history/load/load_es_hourly_20230101_20251130.csv',
    },
    from: { type: 'string', default: '2024-01-01' },
    to: { type: 'string', default: '2025-11-30' },
    ahead: { type: 'string', default: '1' },
    step: { type: 'string', default: '1' },
  },
});

/** Sums of errors over hours. */
class Figures {
  #hours = 0;
  #demand = 0;
  #error = 0;
  #bias = 0;
  #weekBefore = 0;
  #pinball = 0;
  #inBand = 0;

  add(day: ConsumptionDay): void {
    const [low, median, high] = ([10, 50, 90] as const).map((level) => {
      return day.mw[LEVELS.indexOf(level)] as Float64Array;
    }) as [Float64Array, Float64Array, Float64Array];
    median.forEach((expected, i) => {
      const at = day.start + i * HOUR_MS;
      const y = demandAt(at);
      const weekBefore = demandAt(at - 7 * DAY_MS);
      if (Number.isNaN(y) || Number.isNaN(weekBefore)) return;
      this.#hours += 1;
      this.#demand += y;
      this.#error += Math.abs(y - expected);
      this.#bias += expected - y;
      this.#weekBefore += Math.abs(y - weekBefore);
      LEVELS.forEach((level, l) => {
        const miss = y - (day.mw[l]?.[i] as number);
        this.#pinball +=
          (miss >= 0 ? miss * level : miss * (level - PERCENT)) / PERCENT / LEVELS.length;
      });
      if (y >= (low[i] as number) && y <= (high[i] as number)) this.#inBand += 1;
    });
  }

  line(name: string): string {
    const share = (value: number) => `${((PERCENT * value) / this.#demand).toFixed(2)} %`;
    return [
      name.padEnd(8),
      `error/last week's ${(this.#error / this.#weekBefore).toFixed(3)}`,
      `error ${share(this.#error)}`,
      `last week's ${share(this.#weekBefore)}`,
      `bias ${share(this.#bias)}`,
      `pinball ${share(this.#pinball)}`,
      `80 % band ${((PERCENT * this.#inBand) / this.#hours).toFixed(1)} %`,
    ].join('  ');
  }
}

const { start, mw } = readLoad(values.data);
const ahead = Number(values.ahead);
const overall = new Figures();
const months = new Map<string, Figures>();
const begun = process.cpuUsage();
let count = 0;
for (let date = values.from; date <= values.to; date = dateAfter(date, Number(values.step))) {
  const day = forecastDay(date);
  if (!day) continue;
  count += 1;
  const month = date.slice(0, 7);
  const figures = months.get(month) ?? new Figures();
  months.set(month, figures);
  figures.add(day);
  overall.add(day);
}
for (const [month, figures] of months) console.log(figures.line(month));
console.log(overall.line('all'));
console.log(`${(process.cpuUsage(begun).user / 1_000 / count).toFixed(0)} ms of CPU a forecast`);

function forecastDay(date: string): ConsumptionDay | undefined {
  const at = madridInstant(dayOf(date), ASKED_HOUR, ahead);
  const known = mw.slice(0, Math.floor((at - KNOWN_AFTER_MS - start) / HOUR_MS));
  const history = { at, region: null, start, mw: known };
  return forecastConsumption([{ history, ends: null }], [date])?.[0];
}

function demandAt(instant: number): number {
  return mw[(instant - start) / HOUR_MS] ?? Number.NaN;
}

/** Hours without a gap, NaN where the file has no value. */
function readLoad(path: string): { readonly start: number; readonly mw: Float64Array } {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const rows = lines.map((line) => {
    const [utc = '', forecast, , actual] = line.split(';');
    const instant = Date.parse(utc);
    const value = instant >= MEASURED_FROM ? actual : forecast;
    return [instant, value ? Number(value) : Number.NaN] as const;
  });
  const first = rows[0]?.[0] as number;
  const last = rows.at(-1)?.[0] as number;
  const all = new Float64Array((last - first) / HOUR_MS + 1).fill(Number.NaN);
  for (const [instant, value] of rows) all[(instant - first) / HOUR_MS] = value;
  return { start: first, mw: all };
}
