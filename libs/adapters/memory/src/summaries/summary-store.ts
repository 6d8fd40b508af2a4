import type {
  ExecutedWorth,
  StaleFilter,
  StalePurchase,
  SummaryFigures,
  SummaryGroups,
  SummaryPart,
  SummaryQuery,
  SummaryStore,
} from '@solano/domain/desk';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';

/** A part is stale once anything differs from what it was stored with, whoever that is about. */
export class MemorySummaryStore extends MemoryStore implements SummaryStore {
  async stale({ customerId, purchaseIds }: StaleFilter, limit: number): Promise<StalePurchase[]> {
    const { purchases, summaryParts } = this.database;
    const state = this.#state();
    const found = [...purchases.values()].filter(({ purchase: { id, customerId: owner } }) => {
      const isAsked = purchaseIds?.includes(id) ?? (customerId ?? owner) === owner;
      return isAsked && this.#hasPart(id) && summaryParts.get(id)?.state !== state;
    });
    return found.slice(0, limit).map(({ purchase }) => copied({ purchase, changes: [state] }));
  }

  async recheck(now: Date, limit: number): Promise<number> {
    const { summaryParts } = this.database;
    const due = [...summaryParts].filter(([, { part, state }]) => {
      return state !== STALE && part.recheckAt !== null && part.recheckAt <= now;
    });
    for (const [id, row] of due.slice(0, limit)) summaryParts.set(id, { ...row, state: STALE });
    return Math.min(due.length, limit);
  }

  async put(parts: readonly SummaryPart[], stale: readonly StalePurchase[]): Promise<boolean> {
    const state = this.#state();
    if (stale.some(({ changes }) => changes[0] !== state)) return false;
    for (const part of copied(parts)) {
      this.database.summaryParts.set(part.purchaseId, { part, state });
    }
    return true;
  }

  async executed(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, ExecutedWorth>> {
    const found = new Map<string, ExecutedWorth>();
    for (const id of purchaseIds) {
      const executed = this.database.summaryParts.get(id)?.part.executed;
      if (executed) found.set(id, copied(executed));
    }
    return found;
  }

  async groups(query: SummaryQuery, limit: number): Promise<SummaryGroups | undefined> {
    const { customerId, user, retailer, from, to } = query;
    const found = [...this.database.purchases.values()].filter(({ purchase: each }) => {
      return (
        each.customerId === customerId &&
        each.user === user &&
        (retailer === undefined || each.retailer === retailer) &&
        (!from || each.createdAt >= from) &&
        (!to || each.createdAt < to)
      );
    });
    if (found.length > limit) return undefined;
    const purchases = found.length;
    const purchaseIds = found.map(({ purchase }) => purchase.id);
    const changed = await this.stale({ purchaseIds }, limit);
    const stale = changed.map(({ purchase }) => purchase.id);
    if (stale.length > 0) return { purchases, stale, groups: [] };
    const groups = found.flatMap(({ purchase }) => {
      const part = this.database.summaryParts.get(purchase.id)?.part;
      if (!part) return [];
      const { shape, expected, realised } = part;
      return { shape, purchases: 1, expected: ofOne(expected), realised: ofOne(realised) };
    });
    return copied({ purchases, stale, groups });
  }

  #hasPart(id: string): boolean {
    const { evaluations, decisions, summaryParts } = this.database;
    return evaluations.has(id) || decisions.has(id) || summaryParts.has(id);
  }

  #state(): string {
    const { evaluations, decisions, purchases, tradedDays, fileUploads, realised } = this.database;
    const outputs = [...purchases.values()].map((row) => [row.purchase.deliversTo, row.outputs]);
    const read = [evaluations, decisions, tradedDays, fileUploads, realised];
    return JSON.stringify([outputs, ...read.map((rows) => [...rows])]);
  }
}

const STALE = '';

function ofOne(figures: readonly SummaryFigures[]) {
  return figures.map((each) => ({ ...each, purchases: 1 }));
}
