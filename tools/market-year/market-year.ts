import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { expectedAt, MARKETS, type Market } from '@solano/domain/market';
import { hashOf, randomFrom } from './random.ts';

/** e·sios has prices so long after OMIE. */
export const ESIOS_AFTER_MS = 30 * MINUTE_MS;
/** A second version of a forecast comes so long after the first. */
export const NEW_FORECAST_MS = 12 * HOUR_MS;

/** What keeps a source from giving a document that is there. */
type Trouble = 'html' | 'truncated' | 'duplicated' | 'throttled' | 'error' | 'silent';

/** A time (ms, the end exclusive) in which a source is in trouble. */
interface TroubleTime {
  readonly from: number;
  readonly to: number;
  readonly trouble: Trouble;
}

/** A revision of a day's file: what it holds, and since when (ms) it is there. */
export interface Published {
  readonly revision: number;
  readonly at: number;
  /** Undefined: the auction was cancelled. */
  readonly priceAt: ((period: number) => number) | undefined;
  readonly isOutside: boolean;
}

/** What the sources publish, and when they are in trouble: the same for a seed. */
export class MarketYear {
  readonly #seed: number;
  readonly #days = new Map<string, readonly Published[]>();
  readonly #changes = new Map<number, readonly number[]>();
  readonly #troubles = new Map<string, readonly TroubleTime[]>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The revisions of a day's file of OMIE, in the order in which they appear. */
  published(market: Market, date: string): readonly Published[] {
    const key = `${market} ${date}`;
    const known = this.#days.get(key) ?? this.#publish(market, date);
    this.#days.set(key, known);
    return known;
  }

  /** The trouble that a source is in at an instant (ms), and until when. */
  troubleAt(source: string, at: number): TroubleTime | undefined {
    return this.#troublesOf(source, Math.floor(at / DAY_MS)).find(({ from, to }) => {
      return from <= at && at < to;
    });
  }

  /** The first instant (ms), `at` or later, from which a source is in no trouble for six minutes. */
  clearAfter(source: string, at: number): number {
    const days = [0, 1, 2].map((days) => Math.floor(at / DAY_MS) - 1 + days);
    const troubles = days.flatMap((day) => this.#troublesOf(source, day));
    let clear = at;
    for (const { from, to } of troubles.toSorted((a, b) => a.from - b.from)) {
      if (from < clear + 6 * MINUTE_MS && to > clear) clear = to;
    }
    return clear;
  }

  /** The first instant (ms) after another at which anything that is to be had changes. */
  changeAfter(at: number): number {
    for (let day = Math.floor(at / DAY_MS); ; day += 1) {
      const next = this.#changesOf(day).find((change) => change > at);
      if (next !== undefined) return next;
    }
  }

  /** The changes of a UTC day (counted from 1970), in order. */
  #changesOf(day: number): readonly number[] {
    const known = this.#changes.get(day);
    if (known) return known;
    const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
    const dates = [-3, -2, -1, 0, 1, 2].map((days) =>
      new Date(from + days * DAY_MS).toISOString().slice(0, 10),
    );
    const documents = dates.flatMap((date) => [
      ...MARKETS.flatMap((market) => {
        const expected = expectedAt(market, date);
        const times = this.published(market, date).map((each) => each.at);
        return [
          expected,
          expected + HOUR_MS,
          ...times,
          ...times.map((time) => time + ESIOS_AFTER_MS),
        ];
      }),
      ...[0, NEW_FORECAST_MS].map((ms) => expectedAt('wind', date) + ms),
    ]);
    const troubles = ['omie', 'esios'].flatMap((source) =>
      [day - 1, day].flatMap((each) => this.#troublesOf(source, each)),
    );
    const changes = [...documents, ...troubles.flatMap((trouble) => [trouble.from, trouble.to])]
      .filter((change) => change >= from && change < to)
      .sort((a, b) => a - b);
    this.#changes.set(day, changes);
    return changes;
  }

  #publish(market: Market, date: string): Published[] {
    const random = randomFrom(hashOf(`${this.#seed} ${market} ${date}`));
    const base = Math.floor(random() * 90_000) - 5_000;
    const priceAt = (revision: number) => (period: number) =>
      base + ((period * 7_919 + revision * 131) % 40_000);
    const expected = expectedAt(market, date);
    // Usually within minutes; some late, a few by more than a day.
    const delays = [2 * MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS, 40 * HOUR_MS];
    const chance = random();
    const kind = chance < 0.9 ? 0 : chance < 0.96 ? 1 : chance < 0.985 ? 2 : 3;
    const at = expected + Math.floor(random() * (delays[kind] as number));
    const isCancelled = market !== 'md_pdbc_spain' && random() < 0.05;
    const isOutside = !isCancelled && random() < 0.01;
    const first = random() < 0.03 ? 2 : 1;
    const limit = isOutside ? () => 9_999_001 : undefined;
    const days: Published[] = [
      {
        revision: first,
        at,
        isOutside,
        priceAt: isCancelled ? undefined : (limit ?? priceAt(first)),
      },
    ];
    if (random() < 0.06) {
      const later = at + Math.floor(random() * 10 * HOUR_MS);
      const revision = first + 1;
      days.push({ revision, at: later, isOutside: false, priceAt: priceAt(revision) });
    }
    return days;
  }

  /** A source is in trouble a few times a day at the most, once in a while for hours. */
  #troublesOf(source: string, day: number): readonly TroubleTime[] {
    const key = `${source} ${day}`;
    const known = this.#troubles.get(key);
    if (known) return known;
    const random = randomFrom(hashOf(`${this.#seed} ${key}`));
    const all: TroubleTime[] = [];
    const kinds: Trouble[] = ['html', 'truncated', 'duplicated', 'throttled', 'error', 'silent'];
    for (const trouble of kinds) {
      if (random() > 0.25) continue;
      const from = day * DAY_MS + Math.floor(random() * 20 * HOUR_MS);
      const length = random() < 0.1 ? 3 * HOUR_MS : 15 * MINUTE_MS;
      all.push({ from, to: from + Math.floor(random() * length), trouble });
    }
    this.#troubles.set(key, all);
    return all;
  }
}
