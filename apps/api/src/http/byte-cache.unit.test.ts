import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteCache } from './byte-cache.ts';

const KIB = 1024;

function of(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size);
}

test('the entry that was not read for the longest time is evicted', () => {
  const cache = new ByteCache(64 * KIB);
  const names = Array.from({ length: 9 }, (_, i) => `n${i}`);
  for (const name of names) cache.set(name, of(7 * KIB));
  expect(names.filter((name) => cache.get(name) === undefined)).toEqual(['n0']);
  cache.get('n1');
  cache.set('new', of(7 * KIB));
  expect(cache.get('n1')).toHaveLength(7 * KIB);
  expect(cache.get('n2')).toBeUndefined();
});

test('a name has the value that was stored last, and counts once', () => {
  const cache = new ByteCache(64 * KIB);
  cache.set('a', of(4 * KIB));
  const { bytes } = cache;
  cache.set('a', Buffer.alloc(4 * KIB, 1));
  expect(cache.bytes).toBe(bytes);
  expect(cache.get('a')?.[0]).toBe(1);
});

test('a value that would evict much of the rest is not stored, nor is what it replaces', () => {
  const cache = new ByteCache(64 * KIB);
  cache.set('a', of(4 * KIB));
  cache.set('b', of(4 * KIB));
  cache.set('a', of(8 * KIB));
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toHaveLength(4 * KIB);
});

test('the cache never has more bytes than its limit, however small the entries are', () => {
  const entry = fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 1_500 }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 300 }), (entries) => {
      const cache = new ByteCache(20_000);
      const given = new Map<string, Buffer>();
      for (const [number, size] of entries) {
        const name = String(number);
        given.set(name, of(size));
        cache.set(name, given.get(name) as Buffer);
        expect(cache.bytes).toBeLessThanOrEqual(20_000);
        expect(cache.get(name)).toBe(given.get(name));
      }
      const kept = [...given].filter(([name]) => cache.get(name));
      for (const [name, content] of kept) expect(cache.get(name)).toBe(content);
      const counted = kept.reduce((sum, [, { length }]) => sum + length, 0);
      expect(cache.bytes).toBeGreaterThanOrEqual(counted);
    }),
  );
});
