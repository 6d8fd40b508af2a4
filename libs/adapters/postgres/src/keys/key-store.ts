import {
  type ApiKey,
  type AuditEntry,
  type Customer,
  type KeyChange,
  type KeyStore,
  requireRoomForKey,
  type Scope,
} from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import type { Run, RunPrisma } from '../database/database.ts';
import { PostgresStore } from '../database/store.ts';
import { isStorable, isUuid, timestamp } from '../database/values.ts';
import type { ApiKey as ApiKeyRow } from '../generated/prisma/client.ts';
import { LOCK_KEY, RECORD_LAST_USED } from './key-statements.ts';

export class PostgresKeyStore extends PostgresStore implements KeyStore {
  async add(key: ApiKey, entry: AuditEntry): Promise<void> {
    await this.database.transaction(async (run, prisma) => {
      await addKey(run, prisma, key);
      await writeAudit(run, entry);
    });
  }

  async list(customerId: string): Promise<ApiKey[]> {
    if (!isUuid(customerId)) return [];
    const rows = await this.database.prisma(({ apiKey }) =>
      apiKey.findMany({ where: { customerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    );
    return rows.map(toKey);
  }

  async get(id: string): Promise<ApiKey | undefined> {
    if (!isStorable(id)) return undefined;
    const row = await this.database.prisma(({ apiKey }) => apiKey.findUnique({ where: { id } }));
    return row ? toKey(row) : undefined;
  }

  async find(id: string): Promise<{ key: ApiKey; customer: Customer } | undefined> {
    if (!isStorable(id)) return undefined;
    const found = await this.database.prisma(({ apiKey }) =>
      apiKey.findUnique({ where: { id }, include: { customer: true } }),
    );
    if (!found) return undefined;
    const { customer, ...row } = found;
    return { key: toKey(row), customer: customer as Customer };
  }

  async update(id: string, change: (key: ApiKey) => KeyChange): Promise<ApiKey | undefined> {
    if (!isStorable(id)) return undefined;
    const where = { id };
    return this.database.transaction(async (run, prisma) => {
      await run(LOCK_KEY, [id]);
      const found = await prisma(({ apiKey }) => apiKey.findFirst({ where }));
      if (!found) return undefined;
      const { expiresAt, revokedAt, successor, entry } = change(toKey(found));
      const data = { expiresAt, revokedAt };
      const changed = await prisma(({ apiKey }) => apiKey.update({ where, data }));
      if (successor) await addKey(run, prisma, successor);
      await writeAudit(run, entry);
      return toKey(changed);
    });
  }

  async recordLastUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    const ids = [...uses.keys()].filter(isStorable);
    if (ids.length === 0) return;
    const times = ids.map((id) => timestamp(uses.get(id) as Date));
    await this.database.run(RECORD_LAST_USED, [ids, times]);
  }
}

/** Counts and adds while the customer is locked: two at once do not both take the last place. */
async function addKey(run: Run, prisma: RunPrisma, key: ApiKey): Promise<void> {
  const { customerId, createdAt } = key;
  await run(LOCK_CUSTOMER, [customerId]);
  const endsLater = [null, { gt: createdAt }];
  const AND = [
    { OR: endsLater.map((expiresAt) => ({ expiresAt })) },
    { OR: endsLater.map((revokedAt) => ({ revokedAt })) },
  ];
  requireRoomForKey(await prisma(({ apiKey }) => apiKey.count({ where: { customerId, AND } })));
  await prisma(({ apiKey }) => apiKey.create({ data: toRow(key) }));
}

function toRow({ scopes, ...key }: ApiKey): ApiKeyRow {
  return { ...key, scopes: [...scopes] };
}

function toKey({ scopes, ...row }: ApiKeyRow): ApiKey {
  return { ...row, scopes: scopes as Scope[] };
}
