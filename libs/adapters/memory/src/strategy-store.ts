import type { AuditEntry, StrategyOwner, StrategySetting, StrategyStore } from '@solano/domain';
import type { MemoryDatabase } from './database.ts';

export class MemoryStrategyStore implements StrategyStore {
  readonly #database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  async get(owner: StrategyOwner): Promise<readonly StrategySetting[]> {
    return structuredClone(this.#database.strategies.get(keyOf(owner)) ?? []);
  }

  async put(
    owner: StrategyOwner,
    settings: readonly StrategySetting[],
    entry: AuditEntry,
  ): Promise<void> {
    this.#database.requireCustomer(owner.customerId);
    const { strategies } = this.#database;
    this.#database.audited(entry, () => strategies.set(keyOf(owner), structuredClone(settings)));
  }
}

function keyOf({ customerId, user, retailer }: StrategyOwner): string {
  return JSON.stringify([customerId, user, retailer]);
}
