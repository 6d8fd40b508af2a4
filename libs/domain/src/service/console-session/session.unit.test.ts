import { anEntry } from '@solano/domain/contracts';
import { HOUR_MS } from '@solano/domain/kernel';
import {
  MemoryAuditLog,
  MemoryConsoleSessionStore,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryKeyStore,
} from '@solano/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '../customers/customer.ts';
import type { ApiKey } from '../keys/key.ts';
import {
  authenticateSession,
  beginSession,
  endSession,
  issueSignInCode,
  purgeSessions,
  redeemCode,
} from './session.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
const SOURCE = { origin: '192.0.2.1', requestId: 'request' };

const KEY: ApiKey = {
  id: 'k1',
  customerId: 'c1',
  label: '',
  digest: '',
  scopes: ['read'],
  createdAt: new Date(START),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

/** A customer's key, and the use cases at the time that `pass` moves on. */
async function setUp(fields: Partial<ApiKey> = {}) {
  const database = new MemoryDatabase();
  const stores = {
    audit: new MemoryAuditLog(database),
    customers: new MemoryCustomerStore(database),
    keys: new MemoryKeyStore(database),
    consoleSessions: new MemoryConsoleSessionStore(database),
  };
  const customer: Customer = { id: 'c1', name: 'acme', folder: null, permissions: [] };
  await stores.customers.add(customer, anEntry());
  const key = { ...KEY, ...fields };
  await stores.keys.add(key, anEntry());
  let now = START;
  let count = 0;
  const secrets = { newSecret: () => `secret${++count}`, digest: (text: string) => `#${text}` };
  const deps = { ...stores, secrets, clock: () => new Date(now) };
  const pass = (ms: number) => {
    now += ms;
  };
  return { deps, key, customer, pass };
}

type Site = Awaited<ReturnType<typeof setUp>>;
let site: Site;
beforeEach(async () => {
  site = await setUp();
});

const INVALID = { code: 'credentials_invalid', message: 'Invalid token.' };
const INVALID_LINK = {
  code: 'credentials_invalid',
  message: 'The sign-in link is not valid any more.',
};

describe('a session', () => {
  test('a session authenticates as its key for twelve hours', async () => {
    const { deps, key, customer, pass } = site;
    const { session, token } = await beginSession(deps, SOURCE, key);
    expect(session.expiresAt).toEqual(new Date(START + 12 * HOUR_MS));
    pass(12 * HOUR_MS - 1);
    expect(await authenticateSession(deps, token)).toEqual({ session, key, customer });
    pass(1);
    await expect(authenticateSession(deps, token)).rejects.toMatchObject(INVALID);
  });

  test('a session ends with a key that expires sooner', async () => {
    const { deps, key } = await setUp({ expiresAt: new Date(START + HOUR_MS) });
    const { session } = await beginSession(deps, SOURCE, key);
    expect(session.expiresAt).toEqual(new Date(START + HOUR_MS));
  });

  test('a session ends with a key that is revoked', async () => {
    const { deps, key } = site;
    const { token } = await beginSession(deps, SOURCE, key);
    const revoked = { expiresAt: null, revokedAt: deps.clock(), entry: anEntry() };
    await deps.keys.update(key.id, () => revoked);
    await expect(authenticateSession(deps, token)).rejects.toMatchObject(INVALID);
  });

  test('a session is not stored by its token, and an unknown token is rejected', async () => {
    const { deps, key } = site;
    const { session, token } = await beginSession(deps, SOURCE, key);
    expect(session.digest).toBe(`#${token}`);
    await expect(authenticateSession(deps, session.digest)).rejects.toMatchObject(INVALID);
  });

  test('a session has its beginning and its end in the audit log', async () => {
    const { deps, key, customer } = site;
    const { session, token } = await beginSession(deps, SOURCE, key);
    await endSession(deps, SOURCE, { session, key, customer });
    await expect(authenticateSession(deps, token)).rejects.toMatchObject(INVALID);
    const entry = {
      at: new Date(START),
      actor: `key ${key.id}`,
      customerId: customer.id,
      subject: key.id,
      ...SOURCE,
    };
    expect(await deps.audit.list({ customerId: customer.id, limit: 10 })).toEqual([
      { ...entry, action: 'session.end' },
      { ...entry, action: 'session.begin' },
    ]);
  });
});

describe('a sign-in link', () => {
  test('a sign-in link begins one session within ten minutes', async () => {
    const { deps, key, pass } = site;
    const code = await issueSignInCode(deps, key.id);
    pass(10 * 60_000 - 1);
    const { token } = await redeemCode(deps, SOURCE, code);
    expect((await authenticateSession(deps, token)).key).toEqual(key);
    await expect(redeemCode(deps, SOURCE, code)).rejects.toMatchObject(INVALID_LINK);
  });

  test('a sign-in link is not valid after ten minutes', async () => {
    const { deps, key, pass } = site;
    const code = await issueSignInCode(deps, key.id);
    pass(10 * 60_000);
    await expect(redeemCode(deps, SOURCE, code)).rejects.toMatchObject(INVALID_LINK);
  });

  test('a sign-in link is not valid once its key is not', async () => {
    const { deps, key } = await setUp({ expiresAt: new Date(START) });
    const code = await issueSignInCode(deps, key.id);
    await expect(redeemCode(deps, SOURCE, code)).rejects.toMatchObject(INVALID_LINK);
  });
});

test('the purge of sessions deletes what has expired', async () => {
  const { deps, key, pass } = site;
  const { session } = await beginSession(deps, SOURCE, key);
  pass(12 * HOUR_MS + 1);
  await purgeSessions(deps);
  expect(await deps.consoleSessions.find(session.digest)).toBeUndefined();
});
