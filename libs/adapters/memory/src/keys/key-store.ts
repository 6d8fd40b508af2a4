import {
  type ApiKey,
  type AuditEntry,
  type Customer,
  isValidKey,
  type KeyChange,
  type KeyStore,
  requireRoomForKey,
} from '@solano/domain/service';
import { MemoryStore, requireFreeId } from '../database.ts';

export class MemoryKeyStore extends MemoryStore implements KeyStore {
  async add(key: ApiKey, entry: AuditEntry): Promise<void> {
    this.#requireAddable(key);
    this.database.audited(entry, () => this.database.keys.set(key.id, structuredClone(key)));
  }

  async list(customerId: string): Promise<ApiKey[]> {
    return (await this.listAll()).filter((key) => key.customerId === customerId);
  }

  async listAll(): Promise<ApiKey[]> {
    const keys = [...this.database.keys.values()];
    return structuredClone(keys.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()));
  }

  async get(id: string): Promise<ApiKey | undefined> {
    return structuredClone(this.database.keys.get(id));
  }

  async find(id: string): Promise<{ key: ApiKey; customer: Customer } | undefined> {
    const key = this.database.keys.get(id);
    const customer = key && this.database.customers.get(key.customerId);
    return customer && structuredClone({ key, customer });
  }

  async update(id: string, change: (key: ApiKey) => KeyChange): Promise<ApiKey | undefined> {
    const { keys } = this.database;
    const key = keys.get(id);
    if (!key) return undefined;
    const update = structuredClone(change(structuredClone(key)));
    const { expiresAt, revokedAt, successor, entry } = update;
    const changed = { ...key, expiresAt, revokedAt };
    if (successor) this.#requireAddable(successor, changed);
    this.database.audited(entry, () => {
      keys.set(id, changed);
      if (successor) keys.set(successor.id, successor);
    });
    return structuredClone(changed);
  }

  async recordLastUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    const { keys } = this.database;
    for (const [id, at] of uses) {
      const key = keys.get(id);
      if (!key || (key.lastUsedAt && key.lastUsedAt >= at)) continue;
      keys.set(id, { ...key, lastUsedAt: new Date(at) });
    }
  }

  /** @param changed a key as it will be when this one is added. */
  #requireAddable({ id, customerId, createdAt }: ApiKey, changed?: ApiKey): void {
    const { keys } = this.database;
    this.database.requireCustomer(customerId);
    requireFreeId(keys, id);
    const others = [...keys.values()].map((key) => (key.id === changed?.id ? changed : key));
    const own = others.filter((key) => key.customerId === customerId);
    requireRoomForKey(own.filter((key) => isValidKey(key, createdAt)).length);
  }
}
