import { HOUR_MS } from '@solano/domain/kernel';
import {
  type ApiKey,
  type ConsoleSession,
  MAX_SESSIONS,
  type SignInCode,
} from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { addedCustomer, aKey, anEntry, INSTANT, later, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

/** What every ConsoleSessionStore does. */
export function consoleSessionStoreContract(name: string, open: OpenStores): void {
  describe(`ConsoleSessionStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('a session', () => {
      sessions(handles);
    });
    describe('a code', () => {
      codes(handles);
    });
    purging(handles);
  });
}

async function addedKey({ here }: TwoHandles): Promise<ApiKey> {
  const key = aKey((await addedCustomer(here)).id);
  await here.keys.add(key, anEntry());
  return key;
}

function aSession({ id }: ApiKey, fields: Partial<ConsoleSession> = {}): ConsoleSession {
  return {
    digest: crypto.randomUUID(),
    keyId: id,
    createdAt: new Date(INSTANT),
    expiresAt: later(HOUR_MS),
    ...fields,
  };
}

function aCode({ id }: ApiKey, fields: Partial<SignInCode> = {}): SignInCode {
  return { digest: crypto.randomUUID(), keyId: id, expiresAt: later(HOUR_MS), ...fields };
}

/** The actions that the audit log holds of a customer, newest first. */
async function actionsOf({ there }: TwoHandles, { customerId }: ApiKey): Promise<string[]> {
  const entries = await there.audit.list({ customerId, limit: 10 });
  return entries.map(({ action }) => action);
}

function sessions(handles: TwoHandles): void {
  test('a session is found with its key and customer as they are now', async () => {
    const { here, there } = handles;
    const key = await addedKey(handles);
    const session = aSession(key);
    await here.consoleSessions.begin(session, anEntry());
    const change = { expiresAt: null, revokedAt: later(5), entry: anEntry() };
    await here.keys.update(key.id, () => change);
    const customer = await here.customers.get(key.customerId);
    const found = await there.consoleSessions.find(session.digest);
    expect(found).toEqual({ session, key: { ...key, revokedAt: later(5) }, customer });
  });

  test('a session begins along with its audit entry, or not at all', async () => {
    const { here, there } = handles;
    const key = await addedKey(handles);
    const session = aSession(key);
    const entry = { action: 'session.begin', customerId: key.customerId } as const;
    const bad = anEntry({ ...entry, subject: 'nul\0' });
    expect(await codeOf(here.consoleSessions.begin(session, bad))).toBe('invalid_request');
    expect(await there.consoleSessions.find(session.digest)).toBeUndefined();
    await here.consoleSessions.begin(session, anEntry(entry));
    expect(await actionsOf(handles, key)).toEqual(['session.begin']);
  });

  test('a session ends once, along with its audit entry', async () => {
    const { here, there } = handles;
    const key = await addedKey(handles);
    const { digest } = aSession(key);
    await here.consoleSessions.begin(aSession(key, { digest }), anEntry());
    const entry = anEntry({ action: 'session.end', customerId: key.customerId });
    const ended = await concurrently(4, () => there.consoleSessions.end(digest, entry));
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await here.consoleSessions.find(digest)).toBeUndefined();
    expect(await actionsOf(handles, key)).toEqual(['session.end']);
  });

  test.each(UNKNOWN_IDS)('an unknown session is neither found nor ended: %s', async (_, digest) => {
    const { consoleSessions } = handles.here;
    expect(await consoleSessions.find(digest)).toBeUndefined();
    expect(await consoleSessions.end(digest, anEntry())).toBe(false);
  });

  test('a key has twenty sessions at most, also when more begin at once', async () => {
    const { here, there } = handles;
    const [key, other] = [await addedKey(handles), await addedKey(handles)];
    const begun = [aSession(other), aSession(key, { expiresAt: INSTANT })];
    for (const session of begun) await here.consoleSessions.begin(session, anEntry());
    const codes = await concurrently(MAX_SESSIONS + 10, (i) => {
      return codeOf((i % 2 ? here : there).consoleSessions.begin(aSession(key), anEntry()));
    });
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_SESSIONS);
    expect(codes.filter((code) => code === 'limit_reached')).toHaveLength(10);
  });

  test('a session of an unknown key is rejected', async () => {
    const session = aSession({ id: 'nokey' } as ApiKey);
    expect(await codeOf(handles.here.consoleSessions.begin(session, anEntry()))).toBe('not_found');
  });
}

function codes(handles: TwoHandles): void {
  test('a sign-in code is consumed by one of several at once', async () => {
    const { here, there } = handles;
    const code = aCode(await addedKey(handles));
    await here.consoleSessions.addCode(code);
    const taken = await concurrently(8, () => there.consoleSessions.takeCode(code.digest));
    expect(taken.filter((each) => each !== undefined)).toEqual([code]);
  });

  test.each(UNKNOWN_IDS)('an unknown code starts no session: %s', async (_, digest) => {
    expect(await handles.here.consoleSessions.takeCode(digest)).toBeUndefined();
  });

  test('a sign-in code of an unknown key is rejected', async () => {
    const code = aCode({ id: 'nokey' } as ApiKey);
    expect(await codeOf(handles.here.consoleSessions.addCode(code))).toBe('not_found');
  });
}

function purging(handles: TwoHandles): void {
  test('purging deletes what has expired, and nothing else', async () => {
    const { consoleSessions } = handles.here;
    const key = await addedKey(handles);
    const [old, young] = [later(-1), later(0)];
    const kept = [aSession(key, { expiresAt: old }), aSession(key, { expiresAt: young })] as const;
    for (const session of kept) await consoleSessions.begin(session, anEntry());
    const links = [aCode(key, { expiresAt: old }), aCode(key, { expiresAt: young })] as const;
    for (const code of links) await consoleSessions.addCode(code);
    await consoleSessions.purgeExpired(later(0));
    expect(await consoleSessions.find(kept[0].digest)).toBeUndefined();
    expect((await consoleSessions.find(kept[1].digest))?.session).toEqual(kept[1]);
    expect(await consoleSessions.takeCode(links[0].digest)).toBeUndefined();
    expect(await consoleSessions.takeCode(links[1].digest)).toEqual(links[1]);
  });
}
