import { daysBetween, PromiseCache } from '@solano/domain/kernel';
import type { ImbalanceDay, OwnImbalancePrices } from './imbalance-prices.ts';

/** Days that are cached: two years, and as many bytes as some millions. */
const MAX_DAYS = 800;

/** Caches the prices of deviations of ranges of days for as long as none changes. */
export class CachedImbalance {
  readonly #cache = new PromiseCache<ReadonlyMap<string, ImbalanceDay>>(MAX_DAYS);

  /**
   * The prices of Madrid days by date; days without any are left out. Errors: `store_unavailable`.
   *
   * @param from first day (`YYYY-MM-DD`).
   * @param to last day.
   */
  async of(
    prices: OwnImbalancePrices,
    from: string,
    to: string,
  ): Promise<ReadonlyMap<string, ImbalanceDay>> {
    // Read first: the next caller sees a change that comes while the prices are read.
    const version = await prices.version();
    const read = async () => {
      const days = new Map<string, ImbalanceDay>();
      for await (const day of prices.prices(from, to)) days.set(day.date, day);
      return days;
    };
    return this.#cache.get(`${version}\n${from} ${to}`, read, daysBetween(from, to) + 1);
  }
}
