import type { Market, Period } from '../markets/sessions.ts';
import { QUARTER_MS } from '../time/durations.ts';
import type { PredictedCurve, PriceReader } from './prices.ts';
import { predictedCurve, quartersOf } from './prices.ts';

/** Quarter hours of all curves together: some eight years of them, and as many bytes as ten millions. */
const MAX_QUARTERS = 300_000;

interface CachedCurve {
  readonly quarters: number;
  readonly curve: Promise<PredictedCurve>;
}

/**
 * Caches {@link predictedCurve} for as long as no price of the market changes: most purchases are of
 * the same days.
 */
export class PredictedCurves {
  readonly #cached = new Map<string, CachedCurve>();
  #quarters = 0;

  /** As {@link predictedCurve}. */
  async of(
    prices: PriceReader,
    market: Market,
    periods: readonly Period[],
  ): Promise<PredictedCurve> {
    // Read first: what changes while the prices are read is seen by the next caller.
    const revision = await prices.revision(market);
    const quarters = new Set(periods.flatMap((period) => [...quartersOf(period)]));
    const name = `${market} ${revision} ${spansOf(quarters)}`;
    const cached = this.#cached.get(name);
    if (cached) return cached.curve;
    const curve = predictedCurve(prices, market, periods);
    this.#cache(name, { quarters: quarters.size, curve });
    curve.catch(() => {
      if (this.#cached.get(name)?.curve === curve) this.#drop(name);
    });
    return curve;
  }

  #cache(name: string, entry: CachedCurve): void {
    if (entry.quarters > MAX_QUARTERS) return;
    this.#cached.set(name, entry);
    this.#quarters += entry.quarters;
    for (const oldest of this.#cached.keys()) {
      if (this.#quarters <= MAX_QUARTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#quarters -= this.#cached.get(name)?.quarters ?? 0;
    this.#cached.delete(name);
  }
}

/** The quarter hours by their first end and how many follow each other from there on. */
function spansOf(quarters: ReadonlySet<number>): string {
  const spans: [first: number, count: number][] = [];
  for (const end of [...quarters].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && end === last[0] + last[1] * QUARTER_MS) last[1] += 1;
    else spans.push([end, 1]);
  }
  return spans.join(' ');
}
