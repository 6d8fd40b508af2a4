import type { ApiKey, Customer, KeyChange, KeyStore } from '@solano/domain';
import type { PostgresDatabase, Run } from './database.ts';
import { isStorable, isUuid } from './values.ts';

const KEY = `k.id, k.customer_id AS "customerId", k.label, k.digest, k.created_at AS "createdAt",
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt"`;

const ADD = {
  name: 'key-add',
  text: `INSERT INTO api_key (id, customer_id, label, digest, created_at, expires_at, revoked_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
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
}

async function insert(run: Run, key: ApiKey): Promise<void> {
  const { id, customerId, label, digest, createdAt, expiresAt, revokedAt } = key;
  await run(ADD, [id, customerId, label, digest, createdAt, expiresAt, revokedAt]);
}
