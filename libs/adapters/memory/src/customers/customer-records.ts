import type { AuditEntry, CustomerRecord, CustomerRecords, OwnedSettings } from '@solano/domain';
import { CUSTOMER_RECORDS, compareCodePoints } from '@solano/domain';
import { copied } from '../copied.ts';
import type { MemoryDatabase } from '../database.ts';

export class MemoryCustomerRecords implements CustomerRecords {
  readonly #database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  async purchaseIds(customerId: string, limit: number, after = ''): Promise<string[]> {
    const ids = this.#idsOf('purchases', customerId).filter((id) => id > after);
    return ids.sort().slice(0, limit);
  }

  async settings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedSettings[]> {
    const found: OwnedSettings[] = [];
    for (const [key, versions] of this.#database.strategies) {
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
    return this.#database.audited(entry(count), () => this.#removeSome(customerId, kind, limit));
  }

  async remove(customerId: string, entry: AuditEntry): Promise<boolean> {
    const { customers } = this.#database;
    if (!customers.has(customerId)) return false;
    return this.#database.audited(entry, () => {
      for (const kind of CUSTOMER_RECORDS) this.#removeSome(customerId, kind, Infinity);
      return customers.delete(customerId);
    });
  }

  #removeSome(customerId: string, kind: CustomerRecord, limit: number): number {
    if (kind === 'predictions') return this.#removePredictions(customerId, limit);
    if (kind === 'strategy_versions') return this.#removeSettings(customerId, limit);
    const ids = this.#idsOf(kind, customerId).slice(0, limit);
    for (const id of ids) this.#remove(kind, id);
    return ids.length;
  }

  #count(kind: CustomerRecord, customerId: string): number {
    const { predictions, strategies } = this.#database;
    if (kind === 'predictions') {
      return lengthOf(predictions, (key) => key.endsWith(` ${customerId}`));
    }
    if (kind === 'strategy_versions') return lengthOf(strategies, isOwnedBy(customerId));
    return this.#idsOf(kind, customerId).length;
  }

  #idsOf(kind: SimpleRecord, customerId: string): string[] {
    const { webhooks, ...tables } = this.#database;
    switch (kind) {
      case 'keys':
        return idsOf(tables.keys, (key) => key.customerId === customerId);
      case 'messages':
        return idsOf(tables.deliveries, ({ webhookId }) => {
          return webhooks.get(webhookId)?.customerId === customerId;
        });
      case 'webhooks':
        return idsOf(webhooks, (webhook) => webhook.customerId === customerId);
      case 'purchases':
        return idsOf(tables.purchases, ({ purchase }) => purchase.customerId === customerId);
      case 'outage_uploads':
        return idsOf(tables.uploads, ({ upload }) => upload.customerId === customerId);
      case 'unavailabilities':
        return idsOf(tables.unavailabilities, (record) => record.customerId === customerId);
      case 'plants':
        return idsOf(tables.plants, (plant) => plant.customerId === customerId);
      case 'backtests':
        return idsOf(tables.backtests, ({ request }) => request.customerId === customerId);
      case 'realised_prices':
        return idsOf(tables.realised, ({ owner }) => owner === customerId);
    }
  }

  /** Removes a record with what belongs to it. */
  #remove(kind: SimpleRecord, id: string): void {
    const tables = this.#database;
    switch (kind) {
      case 'keys':
        tables.keys.delete(id);
        deleteWhere(tables.consoleSessions, ({ keyId }) => keyId === id);
        deleteWhere(tables.signInCodes, ({ keyId }) => keyId === id);
        break;
      case 'messages':
        tables.deliveries.delete(id);
        break;
      case 'webhooks':
        tables.webhooks.delete(id);
        deleteWhere(tables.deliveries, ({ webhookId }) => webhookId === id);
        break;
      case 'purchases':
        tables.purchases.delete(id);
        tables.evaluations.delete(id);
        tables.decisions.delete(id);
        deleteWhere(tables.deliveries, ({ purchaseId }) => purchaseId === id);
        deleteWhere(tables.submissions, ({ purchaseId }) => purchaseId === id);
        break;
      case 'outage_uploads':
        tables.uploads.delete(id);
        break;
      case 'unavailabilities':
        tables.unavailabilities.delete(id);
        break;
      case 'plants':
        tables.plants.delete(id);
        deleteWhere(tables.unavailabilities, ({ plantId }) => plantId === id);
        break;
      case 'backtests':
        tables.backtests.delete(id);
        break;
      case 'realised_prices':
        tables.realised.delete(id);
    }
  }

  #removePredictions(owner: string, limit: number): number {
    let count = 0;
    for (const [key, predictions] of this.#database.predictions) {
      if (!key.endsWith(` ${owner}`)) continue;
      const remaining = predictions.slice(limit - count);
      count += predictions.length - remaining.length;
      this.#database.predictions.set(key, remaining);
    }
    return count;
  }

  #removeSettings(customerId: string, limit: number): number {
    let count = 0;
    for (const [key, versions] of this.#database.strategies) {
      if (!isOwnedBy(customerId)(key)) continue;
      const remaining = versions.slice(limit - count);
      count += versions.length - remaining.length;
      this.#database.strategies.set(key, remaining);
    }
    return count;
  }
}

/** Kinds whose records are rows by id. */
type SimpleRecord = Exclude<CustomerRecord, 'predictions' | 'strategy_versions'>;

function idsOf<Row>(rows: ReadonlyMap<string, Row>, isOwn: (row: Row) => boolean): string[] {
  return [...rows].filter(([, row]) => isOwn(row)).map(([id]) => id);
}

/** How many there are in all lists whose key is the owner's. */
function lengthOf(
  lists: ReadonlyMap<string, readonly unknown[]>,
  isOwn: (key: string) => boolean,
): number {
  let length = 0;
  for (const [key, list] of lists) if (isOwn(key)) length += list.length;
  return length;
}

/** Whether the key of settings is the customer's. */
function isOwnedBy(customerId: string): (key: string) => boolean {
  return (key) => (JSON.parse(key) as string[])[0] === customerId;
}

function deleteWhere<Row>(rows: Map<string, Row>, isGone: (row: Row) => boolean): void {
  for (const [id, row] of rows) if (isGone(row)) rows.delete(id);
}

function byOwner(a: OwnedSettings, b: OwnedSettings): number {
  const byUser = compareCodePoints(a.user, b.user);
  if (byUser !== 0) return byUser;
  return compareCodePoints(a.retailer, b.retailer) || a.version - b.version;
}
