import type { SeriesWindow } from '@solano/domain/energy';
import { HOUR_MS, MICRO, QUARTER_MS } from '@solano/domain/kernel';
import { MILLI } from '@solano/domain/market';
import { type KnownForecast, scoredForecasts } from '../delivered-forecasts/forecasts-by-lead.ts';
import type { Truth } from './truth.ts';

/** What a plant would have produced more, had it been available. */
export interface LostEnergy {
  readonly unavailabilityId: string;
  /** Forecast minus produced; null where no quarter of it has both. */
  readonly mwh: number | null;
  /** At the realised day-ahead price; null where a quarter has none. */
  readonly eur: number | null;
}

/** An unavailability; instants in ms. */
export interface ScoredOutage {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

interface LostInputs {
  readonly outages: readonly ScoredOutage[];
  /** The service’s own forecasts, in order of `knownAt`. */
  readonly own: readonly KnownForecast[];
  /** Day-ahead prices in thousandths of EUR/MWh by quarter of the window, null where unknown. */
  readonly prices: readonly (number | null)[];
  readonly window: SeriesWindow;
}

/** Micro-MW × ms in a MWh. */
const PER_MWH = BigInt(MICRO) * BigInt(HOUR_MS);
const MWH_DECIMALS = 1_000n;
const CENTS = 100n;

/**
 * The energy that each unavailability cost in a window: the forecast that was known at 09:00 Madrid of the day
 * before minus what was produced, over the quarters that have both, with its sign. Exact until it is
 * rounded half up to a kWh and a cent.
 */
export function lostEnergy(inputs: LostInputs, { microMw }: Truth): LostEnergy[] {
  const { outages, own, prices, window } = inputs;
  const forecasts = new Map<number, number>();
  for (const forecast of scoredForecasts(own, window, 'day_ahead')) {
    forecasts.set((forecast.start - window.from) / QUARTER_MS, forecast.microMw);
  }
  return outages.map(({ id, start, end }) => {
    let [energy, money, quarters, isPriced] = [0n, 0n, 0, true];
    const first = Math.max(0, Math.floor((start - window.from) / QUARTER_MS));
    const after = Math.min(microMw.length, Math.ceil((end - window.from) / QUARTER_MS));
    for (let i = first; i < after; i += 1) {
      const [forecast, measured] = [forecasts.get(i), microMw[i] as number];
      if (forecast === undefined || Number.isNaN(measured)) continue;
      const from = window.from + i * QUARTER_MS;
      const ms = Math.min(end, from + QUARTER_MS) - Math.max(start, from);
      const lost = BigInt(forecast - measured) * BigInt(Math.round(ms));
      const price = prices[i] ?? null;
      energy += lost;
      if (price === null) isPriced = false;
      else money += lost * BigInt(price);
      quarters += 1;
    }
    if (quarters === 0) return { unavailabilityId: id, mwh: null, eur: null };
    const mwh = Number(halfUp(energy * MWH_DECIMALS, PER_MWH)) / Number(MWH_DECIMALS);
    const cents = halfUp(money * CENTS, PER_MWH * BigInt(MILLI));
    return { unavailabilityId: id, mwh, eur: isPriced ? Number(cents) / Number(CENTS) : null };
  });
}

/** @param divisor positive. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const [twice, by] = [2n * dividend + divisor, 2n * divisor];
  return twice / by - (twice % by < 0n ? 1n : 0n);
}
