import {
  type ApiKey,
  type AuditEntry,
  type Caller,
  isValidKey,
  type KeyChange,
  type KeyStore,
  requireRoomForKey,
} from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import type { ChangeListener } from '../database/change-listener.ts';
import { insertRows, selectRows } from '../database/row-statements.ts';
import type { Run } from '../database/statement.ts';
import { type StatementDatabase, StatementStore } from '../database/statement-store.ts';
import { isStorable, isUuid, timestamp } from '../database/values.ts';
import { CHANGE, CUSTOMERS, KEYS, RECORD_LAST_USED } from './key-statements.ts';

export class PostgresKeyStore extends StatementStore implements KeyStore {
  readonly #changes: ChangeListener | undefined;

  /** @param changes is told of changes of keys. */
  constructor(database: StatementDatabase, changes?: ChangeListener) {
    super(database);
    this.#changes = changes;
  }

  async add(key: ApiKey, entry: AuditEntry): Promise<void> {
    await this.database.transaction(async (run) => {
      await addKey(run, key);
      await writeAudit(run, entry);
    });
  }

  async list(customerId: string): Promise<ApiKey[]> {
    if (!isUuid(customerId)) return [];
    return this.database.run(...selectRows(KEYS, { customerId }, { orderBy: 'created_at, id' }));
  }

  async listAll(): Promise<ApiKey[]> {
    return this.database.run(...selectRows(KEYS, {}, { orderBy: 'created_at, id' }));
  }

  async get(id: string): Promise<ApiKey | undefined> {
    if (!isStorable(id)) return undefined;
    const [key] = await this.database.run(...selectRows(KEYS, { id }));
    return key;
  }

  async find(id: string): Promise<Caller | undefined> {
    return isStorable(id) ? findCaller(this.database.run, id) : undefined;
  }

  async update(id: string, change: (key: ApiKey) => KeyChange): Promise<ApiKey | undefined> {
    if (!isStorable(id)) return undefined;
    const changed = await this.database.transaction(async (run) => {
      const [found] = await run(...selectRows(KEYS, { id }, { locks: true }));
      if (!found) return undefined;
      const { expiresAt, revokedAt, successor, entry } = change(found);
      await run(CHANGE, [id, expiresAt, revokedAt]);
      if (successor) await addKey(run, successor);
      await writeAudit(run, entry);
      return { ...found, expiresAt, revokedAt };
    });
    this.#changes?.tell('solano_keys', id);
    return changed;
  }

  async recordLastUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    const ids = [...uses.keys()].filter(isStorable);
    if (ids.length === 0) return;
    const times = ids.map((id) => timestamp(uses.get(id) as Date));
    await this.database.run(RECORD_LAST_USED, [ids, times]);
  }
}

/** The key of the id with its customer. */
export async function findCaller(run: Run, id: string): Promise<Caller | undefined> {
  const [key] = await run(...selectRows(KEYS, { id }));
  if (!key) return undefined;
  const [customer] = await run(...selectRows(CUSTOMERS, { id: key.customerId }));
  return customer && { key, customer };
}

/** Counts and adds while the customer is locked: two at once do not both take the last place. */
async function addKey(run: Run, key: ApiKey): Promise<void> {
  const { customerId, createdAt } = key;
  await run(LOCK_CUSTOMER, [customerId]);
  const keys = await run(...selectRows(KEYS, { customerId }));
  requireRoomForKey(keys.filter((each) => isValidKey(each, createdAt)).length);
  await run(...insertRows(KEYS, [key]));
}
