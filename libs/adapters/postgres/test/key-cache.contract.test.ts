import { anEntry } from '@solano/domain/contracts';
import { type ApiKey, SCOPES } from '@solano/domain/service';
import { TestRelay } from '@solano/tools/test-relay';
import { describe, expect, test } from 'vitest';
import { ChangeListener } from '../src/database/change-listener.ts';
import { KeyCache } from '../src/keys/key-cache.ts';
import { postgresStores } from '../src/stores.ts';
import { openSharedDatabase } from './stores.ts';

const INSTANT = new Date('2026-11-21T10:00:00Z');
/** Sooner than what is cached expires; a notification takes long on a busy machine. */
const AT_ONCE = { timeout: 4_000 };

/** A key of a customer, a cache that listens through a relay, and the stores of another process. */
async function setUp() {
  await using opening = new AsyncDisposableStack();
  const { url, there } = opening.use(await openSharedDatabase());
  const elsewhere = postgresStores(there);
  const relay = opening.use(await TestRelay.open(url));
  const customerId = crypto.randomUUID();
  await elsewhere.customers.add(
    { id: customerId, name: 'Sol', folder: null, permissions: [] },
    anEntry(),
  );
  const key: ApiKey = {
    id: 'k1',
    customerId,
    label: '',
    digest: 'd',
    scopes: SCOPES,
    createdAt: INSTANT,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  };
  await elsewhere.keys.add(key, anEntry());
  const lookUps: string[] = [];
  const counted = {
    find(id: string) {
      lookUps.push(id);
      return elsewhere.keys.find(id);
    },
  };
  const cache = new KeyCache(counted, opening.use(await new ChangeListener(relay.url).start()));
  const opened = opening.move();
  const revoke = () =>
    elsewhere.keys.update('k1', ({ expiresAt }) => ({
      expiresAt,
      revokedAt: INSTANT,
      entry: anEntry(),
    }));
  const revokedAt = async () => (await cache.find('k1'))?.key.revokedAt;
  return {
    cache,
    counted,
    elsewhere,
    key,
    relay,
    customerId,
    lookUps,
    revoke,
    revokedAt,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe('KeyCache', () => {
  test('KeyCache looks a key up once per interval, and an unknown one each time', async () => {
    await using kept = await setUp();
    for (let i = 0; i < 5; i += 1) await kept.cache.find('k1');
    expect(await kept.cache.find('k2')).toBeUndefined();
    expect(await kept.cache.find('k2')).toBeUndefined();
    expect(kept.lookUps).toEqual(['k1', 'k2', 'k2']);
  });

  test('KeyCache is notified at once of a key that another process revokes', async () => {
    await using kept = await setUp();
    expect(await kept.revokedAt()).toBeNull();
    await kept.revoke();
    await expect.poll(kept.revokedAt, AT_ONCE).toEqual(INSTANT);
  });

  test('KeyCache is notified at once of a permission that another process grants', async () => {
    await using kept = await setUp();
    await kept.cache.find('k1');
    await kept.elsewhere.customers.updatePermissions(kept.customerId, () => ['prices'], anEntry());
    const permissions = async () => (await kept.cache.find('k1'))?.customer.permissions;
    await expect.poll(permissions, AT_ONCE).toEqual(['prices']);
  });

  test('KeyCache is not affected by the record of a last use', async () => {
    await using kept = await setUp();
    await kept.cache.find('k1');
    await kept.elsewhere.keys.recordLastUsed(new Map([['k1', INSTANT]]));
    // A change of another key, heard of after the note would have been.
    await kept.elsewhere.keys.add({ ...kept.key, id: 'k2' }, anEntry());
    await kept.cache.find('k2');
    await kept.elsewhere.keys.update('k2', (key) => ({
      ...key,
      revokedAt: INSTANT,
      entry: anEntry(),
    }));
    const other = async () => (await kept.cache.find('k2'))?.key.revokedAt;
    await expect.poll(other).toEqual(INSTANT);
    await kept.cache.find('k1');
    expect(kept.lookUps.filter((id) => id === 'k1')).toHaveLength(1);
  });

  test('KeyCache learns of a change within five seconds where it cannot listen', async () => {
    await using kept = await setUp();
    const nowhere = 'postgresql://nobody@127.0.0.1:1/none';
    await using changes = await new ChangeListener(nowhere).start();
    const cache = new KeyCache(kept.counted, changes);
    const revokedAt = async () => (await cache.find('k1'))?.key.revokedAt;
    expect(await revokedAt()).toBeNull();
    const since = performance.now();
    await kept.revoke();
    await expect.poll(revokedAt, { timeout: 7_000 }).toEqual(INSTANT);
    expect(performance.now() - since).toBeLessThan(6_000);
  });

  test('KeyCache learns of changes of its own process at once, even where it cannot listen', async () => {
    await using opening = new AsyncDisposableStack();
    const kept = opening.use(await setUp());
    const { here } = opening.use(await openSharedDatabase());
    await using changes = new ChangeListener('postgresql://nobody@127.0.0.1:1/none');
    const own = postgresStores(here, changes);
    await own.customers.add(
      { id: kept.customerId, name: 'Own', folder: null, permissions: [] },
      anEntry(),
    );
    await own.keys.add({ ...kept.key, id: 'own' }, anEntry());
    const cache = new KeyCache(own.keys, changes);
    expect((await cache.find('own'))?.customer.permissions).toEqual([]);
    await own.customers.updatePermissions(kept.customerId, () => ['prices'], anEntry());
    expect((await cache.find('own'))?.customer.permissions).toEqual(['prices']);
    const entry = anEntry();
    await own.keys.update('own', () => ({ expiresAt: null, revokedAt: INSTANT, entry }));
    expect((await cache.find('own'))?.key.revokedAt).toEqual(INSTANT);
  });

  test('KeyCache listens again after its connection was lost, and drops what it has cached', async () => {
    await using kept = await setUp();
    await kept.cache.find('k1');
    await kept.revoke();
    kept.relay.cut();
    await expect.poll(kept.revokedAt, AT_ONCE).toEqual(INSTANT);
    await expect.poll(() => kept.relay.connections).toBeGreaterThan(0);
    await kept.elsewhere.customers.updatePermissions(kept.customerId, () => ['prices'], anEntry());
    const permissions = async () => (await kept.cache.find('k1'))?.customer.permissions;
    await expect.poll(permissions, AT_ONCE).toEqual(['prices']);
  });
});
