import { describe, expect, test } from 'vitest';
import { PromiseCache } from './promise-cache.ts';

/** A cache of so many, with the keys that were computed in their order. */
function open(maxSize: number) {
  const cache = new PromiseCache<string>(maxSize);
  const computed: string[] = [];
  const get = (key: string, size?: number) => {
    const compute = async () => {
      computed.push(key);
      return key.toUpperCase();
    };
    return cache.get(key, compute, size);
  };
  return { cache, computed, get };
}

describe('a cache of promises', () => {
  test('a cache of promises computes a value once for callers at once and later ones', async () => {
    const { get, computed } = open(2);
    expect(await Promise.all([get('a'), get('a')])).toEqual(['A', 'A']);
    expect(await get('a')).toBe('A');
    expect(computed).toEqual(['a']);
  });

  test('a cache of promises evicts the oldest entries until the others fit', async () => {
    const { get, computed } = open(10);
    for (const key of ['a', 'b', 'c']) await get(key, 3);
    await get('d', 6);
    for (const key of ['d', 'c']) await get(key, 3);
    expect(computed).toEqual(['a', 'b', 'c', 'd']);
    for (const key of ['b', 'a']) await get(key, 3);
    expect(computed).toEqual(['a', 'b', 'c', 'd', 'b', 'a']);
  });

  test('a cache of promises does not cache what is larger than the cache, and keeps the others', async () => {
    const { get, computed } = open(2);
    for (const key of ['a', 'large', 'large', 'a']) await get(key, key === 'large' ? 3 : 1);
    expect(computed).toEqual(['a', 'large', 'large']);
  });

  test('a cache of promises computes a value again after a failure', async () => {
    const { cache, get, computed } = open(1);
    const failing = () => Promise.reject(new Error('away'));
    await expect(cache.get('a', failing)).rejects.toThrow('away');
    expect(await get('a')).toBe('A');
    await get('a');
    expect(computed).toEqual(['a']);
  });

  test('a cache of promises keeps a newer entry of a key whose older one fails late', async () => {
    const { cache, get, computed } = open(1);
    const { promise, reject } = Promise.withResolvers<string>();
    const late = cache.get('a', () => promise);
    await get('b');
    await get('a');
    reject(new Error('late'));
    await expect(late).rejects.toThrow('late');
    await get('a');
    expect(computed).toEqual(['b', 'a']);
  });
});
