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

function aKey(
  id: string,
  customerId: string,
  scopes: readonly Scope[],
  fields: Partial<ApiKey> = {},
): ApiKey {
  const ends = { expiresAt: null, revokedAt: null, lastUsedAt: null };
  return { id, customerId, label: '', digest: '', scopes, createdAt: NOW, ...ends, ...fields };
}

/** Two customers; the caller is the first's desk. */
async function setUp(scopes: readonly Scope[] = ['read', 'keys'], fields: Partial<ApiKey> = {}) {
  const database = new MemoryDatabase();
  const customers = new MemoryCustomerStore(database);
  const keys = new MemoryKeyStore(database);
  for (const customer of [acme, other]) await customers.add(customer, anEntry());
  const key = aKey('desk', 'c1', scopes, fields);
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
  test('a key that a customer issues has the scopes of the caller’s key but for operator, by default', async () => {
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
  ])('a key with %j cannot issue a key with %j', async (own, scopes) => {
    const { deps, caller, keys } = await setUp(own);
    await expect(issueOwnKey(deps, SOURCE, caller, { scopes })).rejects.toMatchObject(DENIED);
    expect(await keys.list('c1')).toHaveLength(1);
  });
});

describe('a key whose caller’s key ends', () => {
  const soon = new Date('2026-11-22T12:00:00Z');
  const late = new Date('2026-11-29T10:00:00Z');
  const ENDS: [string, Partial<ApiKey>][] = [
    ['expires', { expiresAt: soon }],
    ['has been replaced', { expiresAt: late, revokedAt: soon }],
  ];

  test.each(ENDS)('a key is valid no longer than its caller’s: one that %s', async (_, fields) => {
    const { deps, caller } = await setUp(undefined, fields);
    const { key } = await issueOwnKey(deps, SOURCE, caller, {});
    expect(key.expiresAt).toEqual(soon);
    const shorter = await issueOwnKey(deps, SOURCE, caller, { lifetimeMs: 7_199_999 });
    expect(shorter.key.expiresAt).toEqual(new Date('2026-11-22T11:59:59.999Z'));
    await issueOwnKey(deps, SOURCE, caller, { lifetimeMs: 7_200_000 });
    const message =
      'A key issues no key that is valid for longer than itself: until 2026-11-22T12:00:00.000Z.';
    await expect(
      issueOwnKey(deps, SOURCE, caller, { lifetimeMs: 7_200_001 }),
    ).rejects.toMatchObject({ code: 'permission_denied', message });
  });

  test('a key that replaces another of limited lifetime is not prolonged, itself included', async () => {
    const created = { createdAt: new Date('2026-11-20T12:00:00Z'), expiresAt: soon };
    const { deps, keys, caller } = await setUp(undefined, created);
    await keys.add(aKey('meter', 'c1', ['read']), anEntry());
    const meter = await rotateOwnKey(deps, SOURCE, caller, 'meter', 0);
    expect(meter.key.expiresAt).toEqual(soon);
    expect((await rotateOwnKey(deps, SOURCE, caller, 'desk', 0)).key.expiresAt).toEqual(soon);
  });
});

describe('a key that a customer rotates or revokes', () => {
  test('a key that a customer rotates or revokes is its own', async () => {
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

  test.each(['foreign', 'nowhere'])(
    'a key that belongs to another customer is not found: %s',
    async (id) => {
      const { deps, caller, keys } = await setUp();
      await keys.add(aKey('foreign', 'c2', ['read']), anEntry());
      await expect(revokeOwnKey(deps, SOURCE, caller, id)).rejects.toMatchObject(UNKNOWN);
      await expect(rotateOwnKey(deps, SOURCE, caller, id, 0)).rejects.toMatchObject(UNKNOWN);
      expect((await keys.get('foreign'))?.revokedAt).toBeNull();
    },
  );

  test.each<[Scope[], Scope[]]>([
    [['keys'], ['read']],
    [['keys', 'operator'], ['operator']],
  ])('a caller with %j cannot issue a key with %j', async (own, scopes) => {
    const { deps, caller, keys } = await setUp(own);
    await keys.add(aKey('strong', 'c1', scopes), anEntry());
    await expect(rotateOwnKey(deps, SOURCE, caller, 'strong', 0)).rejects.toMatchObject(DENIED);
    expect((await keys.get('strong'))?.revokedAt).toBeNull();
  });

  test('a key is not revoked by a key that lacks one of its scopes', async () => {
    const { deps, caller, keys } = await setUp(['keys', 'read', 'operator']);
    for (const scopes of [['read', 'plants'], ['operator']] as Scope[][]) {
      await keys.add(aKey(scopes.join('-'), 'c1', scopes), anEntry());
    }
    await expect(revokeOwnKey(deps, SOURCE, caller, 'read-plants')).rejects.toMatchObject(DENIED);
    expect((await keys.get('read-plants'))?.revokedAt).toBeNull();
    await revokeOwnKey(deps, SOURCE, caller, 'operator');
    await revokeOwnKey(deps, SOURCE, caller, 'desk');
    expect((await keys.get('desk'))?.revokedAt).toEqual(NOW);
  });
});
