import { compareCodePoints } from '@solano/domain/kernel';
import {
  CUSTOMER_RECORDS,
  type CustomerRecord,
  type CustomerRecords,
  type OwnedSettings,
} from '@solano/domain/operations';
import type { AuditEntry } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';

export class MemoryCustomerRecords extends MemoryStore implements CustomerRecords {
  async purchaseIds(customerId: string, limit: number, after = ''): Promise<string[]> {
    const ids = this.#tableOf('purchases', customerId).ids.filter((id) => id > after);
    return ids.sort().slice(0, limit);
  }

  async settings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedSettings[]> {
    const found: OwnedSettings[] = [];
    for (const [key, versions] of this.database.strategies) {
      const [owner, user, retailer] = JSON.parse(key) as [string, string, string];
      if (owner !== customerId) continue;
      for (const [i, settings] of versions.entries()) {
        found.push({ customerId, user, retailer, version: i + 1, settings });
      }
    }
    return copied(found.sort(byOwner).slice(offset, offset + limit));
  }

  async removeSome(
    customerId: string,
    kind: CustomerRecord,
    limit: number,
    entry: (count: number) => AuditEntry,
  ): Promise<number> {
    const count = Math.min(limit, this.#count(kind, customerId));
    if (count === 0) return 0;
    return this.database.audited(entry(count), () => this.#removeSome(customerId, kind, limit));
  }

  async remove(customerId: string, entry: AuditEntry): Promise<boolean> {
    const { customers } = this.database;
    if (!customers.has(customerId)) return false;
    return this.database.audited(entry, () => {
      for (const kind of CUSTOMER_RECORDS) this.#removeSome(customerId, kind, Infinity);
      return customers.delete(customerId);
    });
  }

  #removeSome(customerId: string, kind: CustomerRecord, limit: number): number {
    const lists = this.#listsOf(kind);
    if (lists) return removeFirst(lists, isListOf(kind, customerId), limit);
    const table = this.#tableOf(kind as TableRecord, customerId);
    const ids = table.ids.slice(0, limit);
    for (const id of ids) {
      table.delete(id);
      this.#removeDependents(kind, id);
    }
    return ids.length;
  }

  #count(kind: CustomerRecord, customerId: string): number {
    const lists = this.#listsOf(kind);
    if (!lists) return this.#tableOf(kind as TableRecord, customerId).ids.length;
    const own = [...lists].filter(([key]) => isListOf(kind, customerId)(key));
    return own.reduce((count, [, list]) => count + list.length, 0);
  }

  /** Records that are kept as lists by their owner; undefined for those that are rows by id. */
  #listsOf(kind: CustomerRecord): Map<string, readonly unknown[]> | undefined {
    const { predictions, strategies } = this.database;
    if (kind === 'predictions') return predictions;
    return kind === 'strategy_versions' ? strategies : undefined;
  }

  #tableOf(kind: TableRecord, customerId: string): OwnRows {
    const { webhooks, ...tables } = this.database;
    const isOwn = (row: { readonly customerId: string }) => row.customerId === customerId;
    switch (kind) {
      case 'keys':
        return ownRows(tables.keys, isOwn);
      case 'messages':
        return ownRows(tables.deliveries, ({ webhookId }) => {
          return webhooks.get(webhookId)?.customerId === customerId;
        });
      case 'webhooks':
        return ownRows(webhooks, isOwn);
      case 'purchases':
        return ownRows(tables.purchases, ({ purchase }) => isOwn(purchase));
      case 'outage_uploads':
        return ownRows(tables.uploads, ({ upload }) => isOwn(upload));
      case 'unavailabilities':
        return ownRows(tables.unavailabilities, isOwn);
      case 'plants':
        return ownRows(tables.plants, isOwn);
      case 'backtests':
        return ownRows(tables.backtests, ({ request }) => isOwn(request));
      case 'realised_prices':
        return ownRows(tables.realised, ({ owner }) => owner === customerId);
    }
  }

  /** Removes what belongs to a record that was removed. */
  #removeDependents(kind: CustomerRecord, id: string): void {
    const tables = this.database;
    if (kind === 'keys') {
      deleteWhere(tables.consoleSessions, ({ keyId }) => keyId === id);
      deleteWhere(tables.signInCodes, ({ keyId }) => keyId === id);
    } else if (kind === 'webhooks') {
      deleteWhere(tables.deliveries, ({ webhookId }) => webhookId === id);
    } else if (kind === 'purchases') {
      tables.evaluations.delete(id);
      tables.decisions.delete(id);
      deleteWhere(tables.deliveries, ({ purchaseId }) => purchaseId === id);
      deleteWhere(tables.submissions, ({ purchaseId }) => purchaseId === id);
    } else if (kind === 'plants') {
      deleteWhere(tables.unavailabilities, ({ plantId }) => plantId === id);
    }
  }
}

/** Kinds whose records are rows by id. */
type TableRecord = Exclude<CustomerRecord, 'predictions' | 'strategy_versions'>;

/** The ids of a customer's rows in one table. */
interface OwnRows {
  readonly ids: readonly string[];
  delete(id: string): void;
}

function ownRows<Row>(rows: Map<string, Row>, isOwn: (row: Row) => boolean): OwnRows {
  const ids = [...rows].filter(([, row]) => isOwn(row)).map(([id]) => id);
  return { ids, delete: (id) => void rows.delete(id) };
}

/** Whether the key of a list is one of the customer's. */
function isListOf(kind: CustomerRecord, customerId: string): (key: string) => boolean {
  if (kind === 'predictions') return (key) => key.endsWith(` ${customerId}`);
  return (key) => (JSON.parse(key) as string[])[0] === customerId;
}

/** Removes up to `limit` of what is in the lists of an owner. Returns how many. */
function removeFirst(
  lists: Map<string, readonly unknown[]>,
  isOwn: (key: string) => boolean,
  limit: number,
): number {
  let count = 0;
  for (const [key, list] of lists) {
    if (!isOwn(key)) continue;
    const remaining = list.slice(limit - count);
    count += list.length - remaining.length;
    lists.set(key, remaining);
  }
  return count;
}

function deleteWhere<Row>(rows: Map<string, Row>, isGone: (row: Row) => boolean): void {
  for (const [id, row] of rows) if (isGone(row)) rows.delete(id);
}

function byOwner(a: OwnedSettings, b: OwnedSettings): number {
  const byUser = compareCodePoints(a.user, b.user);
  if (byUser !== 0) return byUser;
  return compareCodePoints(a.retailer, b.retailer) || a.version - b.version;
}
