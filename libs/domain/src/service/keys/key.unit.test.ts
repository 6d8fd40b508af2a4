import { SOURCE } from '@solano/domain/contracts';
import { HOUR_MS } from '@solano/domain/kernel';
import { MemoryCustomerStore, MemoryDatabase, MemoryKeyStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { Customer } from '../customers/customer.ts';
import { authenticate, issueKey, type KeyDeps, requireScope, revokeKey, rotateKey } from './key.ts';

const START = Date.parse('2026-11-21T10:00:00Z');
const sol: Customer = { id: 'c1', name: 'Sol', folder: 'Sol', permissions: ['prices'] };
const eolo: Customer = { id: 'c2', name: 'Eolo', folder: null, permissions: [] };

/** A service with two customers and a clock that the test sets. */
function setUp() {
  const database = new MemoryDatabase();
  for (const customer of [sol, eolo]) database.customers.set(customer.id, customer);
  let now = START;
  let made = 0;
  const deps: KeyDeps = {
    customers: new MemoryCustomerStore(database),
    keys: new MemoryKeyStore(database),
    secrets: {
      newKeyId: () => {
        made += 1;
        return `k${made}`;
      },
      newSecret: () => `Secret${made}`,
      newSigningKey: () => expect.unreachable(),
      digest: (secret) => `digest of ${secret}`,
      matches: (secret, digest) => digest === `digest of ${secret}`,
    },
    clock: () => new Date(now),
  };
  return {
    deps,
    keys: database.keys,
    later: (ms: number) => {
      now = START + ms;
    },
    /** The customer's name that a token opens, or the error code. */
    opens: (token: string) =>
      authenticate(deps, token).then(
        ({ customer }) => customer.name,
        ({ code }: { code: string }) => code,
      ),
  };
}

describe('issuing a key', () => {
  test('issuing a key returns a token once and keeps only the digest of its secret', async () => {
    const { deps, keys, opens } = setUp();
    const { key, token, customer } = await issueKey(deps, SOURCE, 'Sol', { label: 'meter' });
    expect(token).toBe('sol_k1_Secret1');
    expect(customer).toEqual(sol);
    expect(key).toEqual({
      id: 'k1',
      customerId: 'c1',
      label: 'meter',
      digest: 'digest of Secret1',
      scopes: ['read', 'plants', 'purchases', 'uploads', 'prices'],
      createdAt: new Date(START),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect([...keys.values()]).toEqual([key]);
    expect(await opens(token)).toBe('Sol');
  });

  test('issuing a key accepts the customer’s id too, and has no label of its own', async () => {
    const { deps, opens } = setUp();
    const { key, token } = await issueKey(deps, SOURCE, 'c2');
    expect(key.label).toBe('');
    expect(await opens(token)).toBe('Eolo');
  });

  test('issuing a key rejects an unknown customer', async () => {
    const { deps, keys } = setUp();
    await expect(issueKey(deps, SOURCE, 'Luna')).rejects.toMatchObject({ code: 'not_found' });
    expect(keys.size).toBe(0);
  });

  test('issuing a key with a lifetime makes it valid until the instant, not at it', async () => {
    const { deps, later, opens } = setUp();
    const { key, token } = await issueKey(deps, SOURCE, 'Sol', { lifetimeMs: HOUR_MS });
    expect(key.expiresAt).toEqual(new Date(START + HOUR_MS));
    later(HOUR_MS - 1);
    expect(await opens(token)).toBe('Sol');
    later(HOUR_MS);
    expect(await opens(token)).toBe('credentials_invalid');
  });
});

describe('scopes', () => {
  test('scopes are those that were requested, in one order', async () => {
    const { deps } = setUp();
    const { key } = await issueKey(deps, SOURCE, 'Sol', { scopes: ['prices', 'read', 'prices'] });
    expect(key.scopes).toEqual(['read', 'prices']);
  });

  test.each([
    [['write'], 'write'],
    [['read', 'READ'], 'READ'],
    [[''], ''],
    [[], ''],
  ])('scopes cannot be %j', async (scopes, named) => {
    const { deps, keys } = setUp();
    await expect(issueKey(deps, SOURCE, 'Sol', { scopes })).rejects.toMatchObject({
      code: 'invalid_request',
      message: `Unknown scope: ${named} (one of read, plants, purchases, uploads, prices, keys, webhooks, audit, operator)`,
    });
    expect(keys.size).toBe(0);
  });

  test('scopes stay with a key that is rotated', async () => {
    const { deps } = setUp();
    const { key } = await issueKey(deps, SOURCE, 'Sol', { scopes: ['plants'] });
    expect((await rotateKey(deps, SOURCE, key.id, 0)).key.scopes).toEqual(['plants']);
  });

  test('scopes allow a caller that has one of the sufficient ones', async () => {
    const { deps } = setUp();
    const { key } = await issueKey(deps, SOURCE, 'Sol', { scopes: ['plants', 'prices'] });
    expect(() => requireScope(key, ['read', 'plants'])).not.toThrow();
    expect(() => requireScope(key, ['read', 'purchases'])).toThrow(
      expect.objectContaining({
        code: 'permission_denied',
        message: 'You do not have permission to perform this action.',
      }),
    );
  });
});

describe('authentication', () => {
  test.each([
    'sol_k1_Secret2',
    'sol_k1_secret1',
    'sol_k2_Secret1',
    'sol_k1_',
    'sol__Secret1',
    'sol_k1',
    'sol_k1_Secret1_',
    'sol_k1_Secret1x',
    'SOL_k1_Secret1',
    'k1_Secret1',
    'xsol_k1_Secret1',
    'Secret1',
  ])('authentication rejects the token %s', async (token) => {
    const { deps } = setUp();
    await issueKey(deps, SOURCE, 'Sol');
    await expect(authenticate(deps, token)).rejects.toMatchObject({
      code: 'credentials_invalid',
      message: 'Invalid token.',
    });
  });

  test('authentication accepts a token for its own customer only', async () => {
    const { deps, opens } = setUp();
    const first = await issueKey(deps, SOURCE, 'Sol');
    const second = await issueKey(deps, SOURCE, 'Eolo');
    expect(await Promise.all([opens(first.token), opens(second.token)])).toEqual(['Sol', 'Eolo']);
  });
});

describe('revoking a key', () => {
  test('revoking a key takes effect at once, and keeps its first time', async () => {
    const { deps, later, opens } = setUp();
    const { token } = await issueKey(deps, SOURCE, 'Sol', { lifetimeMs: 9 * HOUR_MS });
    later(HOUR_MS);
    const revoked = await revokeKey(deps, SOURCE, 'k1');
    expect(revoked.revokedAt).toEqual(new Date(START + HOUR_MS));
    expect(revoked.expiresAt).toEqual(new Date(START + 9 * HOUR_MS));
    expect(await opens(token)).toBe('credentials_invalid');
    later(2 * HOUR_MS);
    expect((await revokeKey(deps, SOURCE, 'k1')).revokedAt).toEqual(new Date(START + HOUR_MS));
  });

  test('revoking a key leaves other keys alone', async () => {
    const { deps, opens } = setUp();
    await issueKey(deps, SOURCE, 'Sol');
    const other = await issueKey(deps, SOURCE, 'Sol');
    await revokeKey(deps, SOURCE, 'k1');
    expect(await opens(other.token)).toBe('Sol');
  });

  test('revoking a key rejects an unknown key', async () => {
    await expect(revokeKey(setUp().deps, SOURCE, 'k9')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('rotating a key', () => {
  test('rotating a key ends the old key at once without grace', async () => {
    const { deps, keys, opens } = setUp();
    const old = await issueKey(deps, SOURCE, 'Sol', { label: 'meter' });
    const { key, token, customer, graceUntil } = await rotateKey(deps, SOURCE, 'k1', 0);
    expect(keys.get('k1')?.revokedAt).toEqual(new Date(START));
    expect(key).toMatchObject({ id: 'k2', customerId: 'c1', label: 'meter', expiresAt: null });
    expect([customer, graceUntil]).toEqual([sol, null]);
    expect([await opens(old.token), await opens(token)]).toEqual(['credentials_invalid', 'Sol']);
  });

  test('rotating a key leaves the old key valid until its end with grace', async () => {
    const { deps, later, opens } = setUp();
    const old = await issueKey(deps, SOURCE, 'Sol');
    const { token, graceUntil } = await rotateKey(deps, SOURCE, 'k1', HOUR_MS);
    expect(graceUntil).toEqual(new Date(START + HOUR_MS));
    later(HOUR_MS - 1);
    expect([await opens(old.token), await opens(token)]).toEqual(['Sol', 'Sol']);
    later(HOUR_MS);
    expect([await opens(old.token), await opens(token)]).toEqual(['credentials_invalid', 'Sol']);
  });

  test('rotating a key gives the new key the lifetime of the old, and does not prolong the old', async () => {
    const { deps, later } = setUp();
    await issueKey(deps, SOURCE, 'Sol', { lifetimeMs: 10 * HOUR_MS });
    later(9 * HOUR_MS);
    const { key, graceUntil } = await rotateKey(deps, SOURCE, 'k1', 24 * HOUR_MS);
    expect(key.expiresAt).toEqual(new Date(START + 19 * HOUR_MS));
    expect(graceUntil).toEqual(new Date(START + 10 * HOUR_MS));
  });

  test('rotating a key in its grace keeps the original lifetime', async () => {
    const { deps, opens, later } = setUp();
    const old = await issueKey(deps, SOURCE, 'Sol');
    await rotateKey(deps, SOURCE, 'k1', HOUR_MS);
    const { key, graceUntil } = await rotateKey(deps, SOURCE, 'k1', 24 * HOUR_MS);
    expect([key.expiresAt, graceUntil]).toEqual([null, new Date(START + HOUR_MS)]);
    later(HOUR_MS);
    expect(await opens(old.token)).toBe('credentials_invalid');
  });

  test('rotating a key reports no grace without one, also where the old key was to expire', async () => {
    const { deps } = setUp();
    await issueKey(deps, SOURCE, 'Sol', { lifetimeMs: HOUR_MS });
    expect((await rotateKey(deps, SOURCE, 'k1', 0)).graceUntil).toBeNull();
  });

  test.each([
    ['revoked', 0, true],
    ['expired', HOUR_MS, false],
  ])('rotating a key rejects a key that is %s', async (_, ms, revoke) => {
    const { deps, keys, later } = setUp();
    await issueKey(deps, SOURCE, 'Sol', { lifetimeMs: HOUR_MS });
    if (revoke) await revokeKey(deps, SOURCE, 'k1');
    later(ms);
    const before = [...keys.values()];
    await expect(rotateKey(deps, SOURCE, 'k1', HOUR_MS)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect([...keys.values()]).toEqual(before);
  });

  test('rotating a key rejects an unknown key', async () => {
    const { deps, keys } = setUp();
    await expect(rotateKey(deps, SOURCE, 'k9', 0)).rejects.toMatchObject({ code: 'not_found' });
    expect(keys.size).toBe(0);
  });
});
