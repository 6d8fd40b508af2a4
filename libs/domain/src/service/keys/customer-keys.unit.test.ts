import { anEntry, SOURCE } from '@solano/domain/contracts';
import {
  MemoryAuditLog,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryKeyStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { issueCustomerKey, listCustomers, revokeCustomerKey } from './customer-keys.ts';
import type { ApiKey } from './key.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

function aKey(id: string, customerId: string, fields: Partial<ApiKey> = {}): ApiKey {
  const ends = { expiresAt: null, revokedAt: null, lastUsedAt: null };
  const rest = { label: '', digest: '', scopes: ['read'], createdAt: NOW } as const;
  return { id, customerId, ...rest, ...ends, ...fields };
}

async function setUp() {
  const database = new MemoryDatabase();
  const customers = new MemoryCustomerStore(database);
  const keys = new MemoryKeyStore(database);
  for (const name of ['Sur', 'Norte'])
    await customers.add({ id: name, name, folder: null, permissions: [] }, anEntry());
  const secrets = {
    newKeyId: () => 'new1',
    newSecret: () => 'Secret',
    newSigningKey: () => '',
    digest: (secret: string) => `#${secret}`,
    matches: () => false,
  };
  const deps = { customers, keys, secrets, clock: () => NOW };
  return { deps, keys, audit: new MemoryAuditLog(database) };
}

test('customers are listed by name with their keys, and when the last of these was used', async () => {
  const { deps, keys } = await setUp();
  const [first, second] = [
    aKey('a', 'Sur', { lastUsedAt: minutes(5) }),
    aKey('b', 'Sur', { createdAt: minutes(1), lastUsedAt: minutes(2) }),
  ];
  for (const key of [second, first]) await keys.add(key, anEntry());
  const listed = await listCustomers(deps);
  expect(listed.map(({ customer, ...rest }) => [customer.name, rest])).toEqual([
    ['Norte', { keys: [], lastUsedAt: null }],
    ['Sur', { keys: [first, second], lastUsedAt: minutes(5) }],
  ]);
});

describe('a key that an operator issues', () => {
  test('a key that an operator issues has any scope but operator, and its audit entry', async () => {
    const { deps, keys, audit } = await setUp();
    const { key, token } = await issueCustomerKey(deps, SOURCE, 'Sur', { scopes: ['webhooks'] });
    expect(token).toBe('sol_new1_Secret');
    expect(await keys.list('Sur')).toEqual([key]);
    expect(key).toMatchObject({ customerId: 'Sur', scopes: ['webhooks'], expiresAt: null });
    expect(await audit.list({ customerId: 'Sur', limit: 9 })).toMatchObject([
      { ...SOURCE, action: 'key.issue', subject: 'new1' },
    ]);
    await expect(
      issueCustomerKey(deps, SOURCE, 'Sur', { scopes: ['read', 'operator'] }),
    ).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await keys.list('Sur')).toHaveLength(1);
  });

  test('a key of an unknown customer is not issued', async () => {
    const { deps } = await setUp();
    await expect(issueCustomerKey(deps, SOURCE, 'Oeste', {})).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no customer Oeste.',
    });
  });
});

test('a key is revoked as the named customer’s only', async () => {
  const { deps, keys, audit } = await setUp();
  await keys.add(aKey('a', 'Sur'), anEntry());
  for (const [customer, id] of [
    ['Norte', 'a'],
    ['Sur', 'b'],
    ['Oeste', 'a'],
  ] as const)
    await expect(revokeCustomerKey(deps, SOURCE, customer, id)).rejects.toMatchObject({
      code: 'not_found',
    });
  expect((await keys.get('a'))?.revokedAt).toBeNull();
  await revokeCustomerKey(deps, SOURCE, 'Sur', 'a');
  expect((await keys.get('a'))?.revokedAt).toEqual(NOW);
  expect(await audit.list({ customerId: 'Sur', limit: 9 })).toMatchObject([
    { action: 'key.revoke', subject: 'a' },
  ]);
});
