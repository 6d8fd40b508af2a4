import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';
import type {
  Market,
  PredictionWindow,
  PricePrediction,
  RealisedPrices,
} from '@solano/domain/market';
import { expect } from 'vitest';
import type { Stores } from '../stores.ts';

/** The market of every example, unless a test is about markets. */
export const MARKET: Market = 'md_pdbc_spain';

let spans = 0;
let years = 0;

/** The start of a hundred days that no other test uses, later than those of all before. */
export function freeDays(): number {
  spans += 1;
  return Date.UTC(2026, 0, 1) + spans * 100 * DAY_MS;
}

/** A prediction of consecutive periods from `start`, by default four quarter hours. */
export function aPrediction(start: number, fields: Partial<PricePrediction> = {}): PricePrediction {
  const { stepMinutes = 15, prices = [1, 2, 3, 4] } = fields;
  const ends = prices.map((_, i) => start + (i + 1) * stepMinutes * MINUTE_MS);
  const made = { generatedAt: new Date(start), origin: 'imported', inputsUntil: null } as const;
  return { market: MARKET, ...made, stepMinutes, ends, prices, ...fields };
}

/** The response for one window of some minutes after `start`. */
export async function lastOf(
  { prices }: Stores,
  start: number,
  minutes: Partial<PredictionWindow>,
  market: Market = MARKET,
): Promise<PricePrediction | undefined> {
  const { from = 0, to = 60, before = Infinity } = minutes;
  const at = (minute: number) => start + minute * MINUTE_MS;
  const window = { from: at(from), to: at(to), before: at(before) };
  const response = await prices.lastPredictions(market, [window]);
  expect(response).toHaveLength(1);
  return response[0];
}

/** The prediction with those of its periods that are at `places`. */
export function part(prediction: PricePrediction, places: readonly number[]): PricePrediction {
  const pick = (values: readonly number[]) => places.map((place) => values[place] as number);
  return { ...prediction, ends: pick(prediction.ends), prices: pick(prediction.prices) };
}

/** A year, `YYYY`, that no other test uses, nor the two after it. */
export function freeYear(): number {
  years += 3;
  return 2030 + years;
}

/** Realised prices of a day whose content shows its version. */
export function aDay(date: string, fields: Partial<RealisedPrices> = {}): RealisedPrices {
  const { version = 1 } = fields;
  const start = Date.parse(`${date}T00:00:00Z`);
  const prices = Array.from({ length: version + 1 }, (_, i) => version * 1_000 + i);
  const ends = prices.map((_, i) => start + (i + 1) * 60 * MINUTE_MS);
  const published = { source: 'omie', version } as const;
  return { market: MARKET, date, ...published, stepMinutes: 60, ends, prices, ...fields };
}
