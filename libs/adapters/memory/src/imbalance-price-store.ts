import type {
  ImbalancePriceStore,
  ImbalanceRevision,
  ImbalanceRevisions,
  NewImbalanceRevision,
} from '@solano/domain/market';
import type { AuditEntry } from '@solano/domain/service';
import { copied } from './copied.ts';
import { MemoryStore } from './database.ts';

export class MemoryImbalancePriceStore extends MemoryStore implements ImbalancePriceStore {
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
