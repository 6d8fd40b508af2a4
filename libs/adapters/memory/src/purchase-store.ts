import type {
  JsonText,
  Purchase,
  PurchaseChange,
  PurchaseCursor,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  StatusChange,
} from '@solano/domain';
import type { MemoryDatabase, PurchaseRow } from './database.ts';
import { requireFreeId } from './database.ts';

export class MemoryPurchaseStore implements PurchaseStore {
  readonly #database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  async add(purchase: Purchase, series: JsonText): Promise<void> {
    this.#database.requireCustomer(purchase.customerId);
    requireFreeId(this.#database.purchases, purchase.id);
    const { status, createdAt: at } = purchase;
    const history: StatusChange[] = [{ status, at, source: 'submission' }];
    const row = structuredClone({ purchase, series, outputs: [], history });
    this.#database.purchases.set(purchase.id, row);
  }

  async get(id: string): Promise<Purchase | undefined> {
    return structuredClone(this.#row(id)?.purchase);
  }

  async series(id: string): Promise<JsonText | undefined> {
    return this.#row(id)?.series;
  }

  async read(id: string, idmodel?: number): Promise<PurchaseWithOutputs | undefined> {
    const row = this.#row(id);
    if (!row) return undefined;
    const { purchase, outputs } = row;
    const wanted = outputs.filter((output) => idmodel === undefined || output.idmodel === idmodel);
    return structuredClone({ purchase, outputs: wanted });
  }

  async update(
    id: string,
    change: (purchase: Purchase) => PurchaseChange | undefined,
  ): Promise<Purchase | undefined> {
    const row = this.#row(id);
    if (!row) return undefined;
    const made = structuredClone(change(structuredClone(row.purchase)));
    const updated = made ? changed(row, made) : row;
    this.#database.purchases.set(id, updated);
    return structuredClone(updated.purchase);
  }

  async history(id: string): Promise<StatusChange[]> {
    return structuredClone([...(this.#row(id)?.history ?? [])]);
  }

  async inStatus(
    statuses: readonly PurchaseStatus[],
    createdBefore: Date,
    after: PurchaseCursor | undefined,
    limit: number,
  ): Promise<PurchaseCursor[]> {
    const rows = [...this.#database.purchases.values()];
    const found = rows
      .map(({ purchase }) => purchase)
      .filter(({ status, createdAt }) => statuses.includes(status) && createdAt < createdBefore)
      .filter((purchase) => !after || compareCreation(purchase, after) > 0)
      .sort(compareCreation)
      .slice(0, limit);
    return structuredClone(found.map(({ createdAt, id }) => ({ createdAt, id })));
  }

  #row(id: string): PurchaseRow | undefined {
    return this.#database.purchases.get(id);
  }
}

function changed(row: PurchaseRow, change: PurchaseChange): PurchaseRow {
  const { status, error, updatedAt, source, outputs = row.outputs } = change;
  const sameStatus = status === row.purchase.status;
  return {
    ...row,
    purchase: { ...row.purchase, status, error, updatedAt },
    outputs,
    history: sameStatus ? row.history : [...row.history, { status, at: updatedAt, source }],
  };
}

function compareCreation(a: PurchaseCursor, b: PurchaseCursor): number {
  const byTime = a.createdAt.getTime() - b.createdAt.getTime();
  if (byTime !== 0) return byTime;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
