import type { SeriesWindow } from '@solano/domain/energy';
import { HOUR_MS, MICRO, QUARTER_MS, roundHalfAway } from '@solano/domain/kernel';
import { MILLI } from '@solano/domain/market';
import { type KnownForecast, scoredForecasts } from '../delivered-forecasts/forecasts-by-lead.ts';
import type { ForecastOrigin, ScoredOutage } from './score-inputs.ts';
import type { Truth } from './truth.ts';

/** What a plant would have produced more, had it been available. */
export interface LostEnergy {
  readonly unavailabilityId: string;
  /** Forecast minus produced; null where no quarter of it has both. */
  readonly mwh: number | null;
  /** At the realised day-ahead price; null where a quarter has none. */
  readonly eur: number | null;
  /** Whose forecast it rests on; null where `mwh` is. */
  readonly origin: ForecastOrigin | null;
}

interface LostInputs {
  readonly outages: readonly ScoredOutage[];
  /** The service’s own forecasts, in order of `knownAt`. */
  readonly solano: readonly KnownForecast[];
  /** Delivered forecasts, in order of `knownAt`. */
  readonly delivered: readonly KnownForecast[];
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
 * before minus what was produced, over the quarters that have both, with its sign. Where the service
 * has no forecast of its own for any of them, it is the delivered one that was also known when the
 * unavailability began: later ones may allow for it. Exact until it is rounded half up, away from zero, to a kWh and a cent.
 */
export function lostEnergy(inputs: LostInputs, truth: Truth): LostEnergy[] {
  const { outages, solano, delivered, window } = inputs;
  const own = powerByQuarter(solano, window, window);
  return outages.map((outage) => {
    const { id: unavailabilityId, start } = outage;
    const ofOwn = lostIn(outage, own, inputs, truth);
    if (ofOwn) return { unavailabilityId, ...ofOwn, origin: 'solano' };
    const before = delivered.filter(({ knownAt }) => knownAt <= start);
    const lost = lostIn(
      outage,
      powerByQuarter(before, window, partOf(window, outage)),
      inputs,
      truth,
    );
    if (lost) return { unavailabilityId, ...lost, origin: 'delivered' };
    return { unavailabilityId, mwh: null, eur: null, origin: null };
  });
}

/** The quarters of a window that an unavailability touches. */
function partOf({ from, to }: SeriesWindow, { start, end }: ScoredOutage): SeriesWindow {
  return {
    from: Math.max(from, Math.floor(start / QUARTER_MS) * QUARTER_MS),
    to: Math.min(to, Math.ceil(end / QUARTER_MS) * QUARTER_MS),
  };
}

/** Micro-MW of the forecast of the day before in a part of a window, by the index of the quarter in the window. */
function powerByQuarter(
  versions: readonly KnownForecast[],
  window: SeriesWindow,
  part: SeriesWindow,
): ReadonlyMap<number, number> {
  const forecasts = new Map<number, number>();
  if (versions.length === 0) return forecasts;
  for (const { start, microMw } of scoredForecasts(versions, part, 'day_ahead')) {
    forecasts.set((start - window.from) / QUARTER_MS, microMw);
  }
  return forecasts;
}

/** Undefined where no quarter of the unavailability has a forecast and a measurement. */
function lostIn(
  { start, end }: ScoredOutage,
  forecasts: ReadonlyMap<number, number>,
  { prices, window }: LostInputs,
  { microMw }: Truth,
): { readonly mwh: number; readonly eur: number | null } | undefined {
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
  if (quarters === 0) return undefined;
  const mwh = Number(roundHalfAway(energy * MWH_DECIMALS, PER_MWH)) / Number(MWH_DECIMALS);
  const cents = roundHalfAway(money * CENTS, PER_MWH * BigInt(MILLI));
  return { mwh, eur: isPriced ? Number(cents) / Number(CENTS) : null };
}
