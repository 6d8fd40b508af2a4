import {
  IMBALANCE_SERIES,
  type ImbalanceDay,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  type NewImbalanceRevision,
  type OwnImbalancePrices,
  syntheticRevision,
} from '@solano/domain/market';
import type { AuditEntry } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { type MemoryDatabase, MemoryStore } from '../database.ts';

export class MemoryImbalancePriceStore extends MemoryStore implements ImbalancePriceStore {
  seenBy(customerId: string): OwnImbalancePrices {
    return new MemoryOwnImbalancePrices(this.database, customerId);
  }

  async *prices(from: string, to: string, at?: Date): AsyncGenerator<ImbalanceRevision> {
    const dates = [...this.database.imbalancePrices.keys()].filter((date) => {
      return date >= from && date <= to;
    });
    for (const date of dates.sort()) {
      const known = await this.revisions(date);
      const last = known.findLast(({ knownAt }) => at === undefined || knownAt <= at);
      if (last) yield last;
    }
  }

  async revisions(date: string): Promise<ImbalanceRevision[]> {
    return copied([...(this.database.imbalancePrices.get(date) ?? [])]);
  }

  async version(): Promise<string> {
    const all = [...this.database.imbalancePrices.values()];
    return String(all.reduce((sum, { length }) => sum + length, 0));
  }

  async revise(
    dates: readonly string[],
    decide: (known: ImbalanceRevisions) => readonly NewImbalanceRevision[],
    entry?: AuditEntry,
  ): Promise<readonly ImbalanceRevision[]> {
    const { imbalancePrices } = this.database;
    const known = dates.flatMap((date) => {
      const own = imbalancePrices.get(date);
      return own ? [[date, copied([...own])] as const] : [];
    });
    const added = decide(new Map(known)).map((day) => {
      return { ...copied(day), revision: (imbalancePrices.get(day.date)?.length ?? 0) + 1 };
    });
    if (added.length === 0) return added;
    this.database.audited(entry, () => {
      for (const day of added) {
        imbalancePrices.set(day.date, [...(imbalancePrices.get(day.date) ?? []), copied(day)]);
      }
    });
    return added;
  }
}

/** The prices as a customer sees them. */
class MemoryOwnImbalancePrices extends MemoryStore implements OwnImbalancePrices {
  readonly #owner: string;
  readonly #settled: MemoryImbalancePriceStore;

  constructor(database: MemoryDatabase, owner: string) {
    super(database);
    this.#owner = owner;
    this.#settled = new MemoryImbalancePriceStore(database);
  }

  async *prices(from: string, to: string, at?: Date): AsyncGenerator<ImbalanceRevision> {
    const days = new Map<string, ImbalanceRevision>();
    for (const { owner, day } of this.database.syntheticImbalancePrices.values()) {
      const isKnown = at === undefined || day.knownAt <= at;
      if (owner === this.#owner && day.date >= from && day.date <= to && isKnown) {
        days.set(day.date, copied(day));
      }
    }
    for await (const day of this.#settled.prices(from, to, at)) days.set(day.date, day);
    yield* [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  async version(): Promise<string> {
    const settled = await this.#settled.version();
    const own = this.database.priceRevisions.get(`${IMBALANCE_SERIES} ${this.#owner}`);
    return own === undefined ? settled : `${settled} ${this.#owner} ${own}`;
  }

  async putSynthetic(days: readonly ImbalanceDay[], knownAt: Date): Promise<void> {
    const { syntheticImbalancePrices: rows, priceRevisions } = this.database;
    const owner = this.#owner;
    for (const day of days) {
      const key = `${owner} ${day.date}`;
      if (!rows.has(key)) rows.set(key, { owner, day: copied(syntheticRevision(day, knownAt)) });
    }
    const counter = `${IMBALANCE_SERIES} ${owner}`;
    priceRevisions.set(counter, (priceRevisions.get(counter) ?? 0) + 1);
  }
}
