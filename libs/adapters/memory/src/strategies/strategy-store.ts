import type {
  SettingsVersion,
  StrategyOwner,
  StrategySetting,
  StrategyStore,
} from '@solano/domain/desk';
import type { AuditEntry } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';

export class MemoryStrategyStore extends MemoryStore implements StrategyStore {
  async get(owner: StrategyOwner, version?: number): Promise<SettingsVersion | undefined> {
    const versions = this.database.strategies.get(keyOf(owner)) ?? [];
    const requested = version ?? versions.length;
    const settings = versions[requested - 1];
    return settings && copied({ version: requested, settings });
  }

  async put(
    owner: StrategyOwner,
    settings: readonly StrategySetting[],
    entry: AuditEntry,
  ): Promise<number> {
    this.database.requireCustomer(owner.customerId);
    const { strategies } = this.database;
    const versions = [...(strategies.get(keyOf(owner)) ?? []), copied(settings)];
    this.database.audited(entry, () => strategies.set(keyOf(owner), versions));
    return versions.length;
  }
}

function keyOf({ customerId, user, retailer }: StrategyOwner): string {
  return JSON.stringify([customerId, user, retailer]);
}
