import { expect, test } from 'vitest';
import { HmacSealKeys } from '../src/seal-keys.ts';

const [KEY, OTHER] = [
  'a key of at least thirty-two characters',
  'another key of thirty-two characters',
];

test('the same key gives the same HMAC, and every other text and key another', () => {
  const keys = new HmacSealKeys(KEY);
  const id = keys.currentId as string;
  const mac = keys.mac(id, 'text');
  expect(mac).toMatch(/^[0-9a-f]{64}$/);
  expect(new HmacSealKeys(KEY).mac(id, 'text')).toBe(mac);
  expect(keys.mac(id, 'text.')).not.toBe(mac);
  const other = new HmacSealKeys(OTHER);
  expect(other.mac(other.currentId as string, 'text')).not.toBe(mac);
});

test('a previous key verifies, and one that is not known does not', () => {
  const old = new HmacSealKeys(KEY);
  const id = old.currentId as string;
  expect(new HmacSealKeys(OTHER, [KEY]).mac(id, 'text')).toBe(old.mac(id, 'text'));
  expect(new HmacSealKeys(OTHER, [KEY]).currentId).toBe(new HmacSealKeys(OTHER).currentId);
  expect(new HmacSealKeys(OTHER).mac(id, 'text')).toBeUndefined();
  expect(new HmacSealKeys(undefined, [KEY]).currentId).toBeUndefined();
});
