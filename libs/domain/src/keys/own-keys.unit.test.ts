import { anEntry, SOURCE } from '@solano/domain/contracts';
import {
  MemoryAuditLog,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryKeyStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { Customer } from '../customers/customer.ts';
import type { ApiKey, Caller, Scope } from './key.ts';
import { issueOwnKey, revokeOwnKey, rotateOwnKey } from './own-keys.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const acme: Customer = { id: 'c1', name: 'acme', folder: null, permissions: [] };
const other: Customer = { id: 'c2', name: 'other', folder: null, permissions: [] };

function aKey(id: string, customerId: string, scopes: readonly Scope[]): ApiKey {
  const ends = { expiresAt: null, revokedAt: null, lastUsedAt: null };
  return { id, customerId, label: '', digest: '', scopes, createdAt: NOW, ...ends };
}

/** Two customers; the caller is the first's desk. */
async function setUp(scopes: readonly Scope[] = ['read', 'keys']) {
  const database = new MemoryDatabase();
  const customers = new MemoryCustomerStore(database);
  const keys = new MemoryKeyStore(database);
  for (const customer of [acme, other]) await customers.add(customer, anEntry());
  const key = aKey('desk', 'c1', scopes);
  await keys.add(key, anEntry());
  let count = 0;
  const secrets = {
    newKeyId: () => `new${++count}`,
    newSecret: () => 'Secret',
    newSigningKey: () => '',
    digest: (secret: string) => `#${secret}`,
    matches: () => false,
  };
  const deps = { customers, keys, secrets, clock: () => NOW };
  const caller: Caller = { customer: acme, key };
  return { deps, keys, caller, audit: new MemoryAuditLog(database) };
}

const DENIED = {
  code: 'permission_denied',
  message: 'You do not have permission to perform this action.',
};
const UNKNOWN = { code: 'not_found', message: 'Not found.' };

describe('a key that a customer issues', () => {
  test('has the scopes of the caller’s key but for operator, by default', async () => {
    const { deps, caller, keys } = await setUp(['read', 'keys', 'operator']);
    const { key, token } = await issueOwnKey(deps, SOURCE, caller, { label: 'meter' });
    expect(token).toBe('sol_new1_Secret');
    expect(key).toMatchObject({ customerId: 'c1', label: 'meter', scopes: ['read', 'keys'] });
    expect(await keys.get('new1')).toEqual(key);
  });

  test.each<[Scope[], Scope[]]>([
    [['read', 'keys'], ['plants']],
    [
      ['read', 'keys'],
      ['read', 'prices'],
    ],
    [['keys', 'operator'], ['operator']],
  ])('cannot be issued by a key with %j if it has %j', async (own, scopes) => {
    const { deps, caller, keys } = await setUp(own);
    await expect(issueOwnKey(deps, SOURCE, caller, { scopes })).rejects.toMatchObject(DENIED);
    expect(await keys.list('c1')).toHaveLength(1);
  });
});

describe('a key that a customer rotates or revokes', () => {
  test('is its own', async () => {
    const { deps, caller, keys, audit } = await setUp();
    await keys.add(aKey('meter', 'c1', ['read']), anEntry());
    const { key, graceUntil } = await rotateOwnKey(deps, SOURCE, caller, 'meter', 60_000);
    expect(key.scopes).toEqual(['read']);
    expect(graceUntil).toEqual(new Date('2026-11-22T10:01:00Z'));
    await revokeOwnKey(deps, SOURCE, caller, key.id);
    expect((await keys.get(key.id))?.revokedAt).toEqual(NOW);
    const [revoked, rotated] = await audit.list({ customerId: 'c1', limit: 2 });
    expect([rotated?.action, revoked?.action]).toEqual(['key.rotate', 'key.revoke']);
  });

  test.each(['foreign', 'nowhere'])('is not found where it is not its own: %s', async (id) => {
    const { deps, caller, keys } = await setUp();
    await keys.add(aKey('foreign', 'c2', ['read']), anEntry());
    await expect(revokeOwnKey(deps, SOURCE, caller, id)).rejects.toMatchObject(UNKNOWN);
    await expect(rotateOwnKey(deps, SOURCE, caller, id, 0)).rejects.toMatchObject(UNKNOWN);
    expect((await keys.get('foreign'))?.revokedAt).toBeNull();
  });

  test.each<[Scope[], Scope[]]>([
    [['keys'], ['read']],
    [['keys', 'operator'], ['operator']],
  ])('cannot give a caller with %j a key with %j', async (own, scopes) => {
    const { deps, caller, keys } = await setUp(own);
    await keys.add(aKey('strong', 'c1', scopes), anEntry());
    await expect(rotateOwnKey(deps, SOURCE, caller, 'strong', 0)).rejects.toMatchObject(DENIED);
    expect((await keys.get('strong'))?.revokedAt).toBeNull();
  });
});
