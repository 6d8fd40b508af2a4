import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cachedOf, clearCache, invalidate, loadOnce, onInvalidation } from './cache.ts';

beforeEach(clearCache);
afterEach(clearCache);

function pendingLoad() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { load: vi.fn<() => Promise<string>>(() => promise), resolve, reject };
}

describe('A load', () => {
  it('A load is one request for all who ask for the same key at a time', async () => {
    const { load, resolve } = pendingLoad();
    const both = [loadOnce('plants', load), loadOnce('plants', load)];
    resolve('A');
    expect(await Promise.all(both)).toEqual(['A', 'A']);
    expect(load).toHaveBeenCalledTimes(1);
    expect(cachedOf('plants')?.data).toBe('A');
  });

  it('A load of another key, or after the first has ended, is another request', async () => {
    const load = vi.fn<(answer: string) => Promise<string>>((answer) => Promise.resolve(answer));
    await loadOnce('plants', () => load('A'));
    await loadOnce('keys', () => load('B'));
    await loadOnce('plants', () => load('C'));
    expect(load).toHaveBeenCalledTimes(3);
    expect([cachedOf('plants')?.data, cachedOf('keys')?.data]).toEqual(['C', 'B']);
  });

  it('A failed load rejects for all who wait, keeps the cached value, and can be tried again', async () => {
    await loadOnce('plants', () => Promise.resolve('A'));
    const { load, reject } = pendingLoad();
    const both = [loadOnce('plants', load), loadOnce('plants', load)];
    reject(new Error('unreachable'));
    for (const each of both) await expect(each).rejects.toThrow('unreachable');
    expect(cachedOf('plants')?.data).toBe('A');
    expect(await loadOnce('plants', () => Promise.resolve('B'))).toBe('B');
  });

  it('A load that was under way at a change is not cached, and the next one is a new request', async () => {
    const before = pendingLoad();
    const old = loadOnce('plants', before.load);
    invalidate('plants');
    const next = loadOnce('plants', () => Promise.resolve('new'));
    expect(await next).toBe('new');
    before.resolve('old');
    expect(await old).toBe('old');
    expect(cachedOf('plants')?.data).toBe('new');
  });
});

describe('A change', () => {
  it('A change removes the keys that start with its prefix, and its listeners are notified', async () => {
    for (const key of ['purchases 1', 'purchase 2', 'keys'])
      await loadOnce(key, () => Promise.resolve(key));
    const heard: string[] = [];
    const unlisten = onInvalidation((prefix) => heard.push(prefix));
    invalidate('purchase');
    unlisten();
    invalidate('keys of another page');
    expect(heard).toEqual(['purchase']);
    expect(['purchases 1', 'purchase 2', 'keys'].map((key) => cachedOf(key)?.data)).toEqual([
      undefined,
      undefined,
      'keys',
    ]);
  });
});

describe('The end of a session', () => {
  it('The end of a session clears the cache, loads under way included', async () => {
    await loadOnce('plants', () => Promise.resolve('A'));
    const { load, resolve } = pendingLoad();
    const last = loadOnce('keys', load);
    clearCache();
    resolve('B');
    await last;
    expect([cachedOf('plants'), cachedOf('keys')]).toEqual([undefined, undefined]);
  });
});
