import type { ApiKey, Customer, KeyChange, KeyStore } from '@solano/domain';
import type { PostgresDatabase, Run } from '../database/database.ts';
import { isStorable, isUuid, timestamp } from '../database/values.ts';

const KEY = `k.id, k.customer_id AS "customerId", k.label, k.digest, k.scopes,
  k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.last_used_at AS "lastUsedAt"`;

const ADD = {
  name: 'key-add',
  text: `INSERT INTO api_key
    (id, customer_id, label, digest, scopes, created_at, expires_at, revoked_at, last_used_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
const LIST = {
  name: 'key-list',
  text: `SELECT ${KEY} FROM api_key k WHERE customer_id = $1 ORDER BY created_at, id`,
};
const GET = { name: 'key-get', text: `SELECT ${KEY} FROM api_key k WHERE id = $1` };
const FIND = {
  name: 'key-find',
  text: `SELECT ${KEY}, c.name, c.folder, c.permissions
    FROM api_key k JOIN customer c ON c.id = k.customer_id WHERE k.id = $1`,
};
const LOCK = { name: 'key-lock', text: `${GET.text} FOR NO KEY UPDATE` };
const CHANGE = {
  name: 'key-change',
  text: `UPDATE api_key k SET expires_at = $2, revoked_at = $3 WHERE id = $1 RETURNING ${KEY}`,
};
/** Locks the keys in the order of their ids: two that note the same ones wait in no circle. */
const NOTE_USES = {
  name: 'key-note-uses',
  text: `
    WITH used AS (
      SELECT k.id, given.at
      FROM unnest($1::text[], $2::timestamptz[]) AS given (id, at) JOIN api_key k USING (id)
      WHERE k.last_used_at IS NULL OR k.last_used_at < given.at
      ORDER BY k.id FOR NO KEY UPDATE OF k
    )
    UPDATE api_key k SET last_used_at = GREATEST(k.last_used_at, used.at)
    FROM used WHERE k.id = used.id`,
};

export class PostgresKeyStore implements KeyStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(key: ApiKey): Promise<void> {
    await insert(this.#database.run, key);
  }

  async list(customerId: string): Promise<ApiKey[]> {
    return isUuid(customerId) ? this.#database.run<ApiKey>(LIST, [customerId]) : [];
  }

  async get(id: string): Promise<ApiKey | undefined> {
    if (!isStorable(id)) return undefined;
    const [key] = await this.#database.run<ApiKey>(GET, [id]);
    return key;
  }

  async find(id: string): Promise<{ key: ApiKey; customer: Customer } | undefined> {
    if (!isStorable(id)) return undefined;
    const [found] = await this.#database.run<ApiKey & Omit<Customer, 'id'>>(FIND, [id]);
    if (!found) return undefined;
    const { name, folder, permissions, ...key } = found;
    return { key, customer: { id: key.customerId, name, folder, permissions } };
  }

  async update(id: string, change: (key: ApiKey) => KeyChange): Promise<ApiKey | undefined> {
    if (!isStorable(id)) return undefined;
    return this.#database.transaction(async (run) => {
      const [found] = await run<ApiKey>(LOCK, [id]);
      if (!found) return undefined;
      const { expiresAt, revokedAt, successor } = change(found);
      const [changed] = await run<ApiKey>(CHANGE, [id, expiresAt, revokedAt]);
      if (successor) await insert(run, successor);
      return changed;
    });
  }

  async noteUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    const ids = [...uses.keys()].filter(isStorable);
    if (ids.length === 0) return;
    const times = ids.map((id) => timestamp(uses.get(id) as Date));
    await this.#database.run(NOTE_USES, [ids, times]);
  }
}

async function insert(run: Run, key: ApiKey): Promise<void> {
  const { id, customerId, label, digest, scopes } = key;
  const { createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  const made = [id, customerId, label, digest, scopes];
  await run(ADD, [...made, createdAt, expiresAt, revokedAt, lastUsedAt]);
}
