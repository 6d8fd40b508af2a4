import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSegment } from './key.ts';
import { CustomerFolders, dayFolder, decodeSegment, encodeSegment } from './layout.ts';

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';

/** 64 digits that differ for different texts, as those of SHA-256 do. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of text.split('')) {
    hash = ((hash ^ BigInt(unit.charCodeAt(0))) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, '0').repeat(4);
}

function encode(name: string): string {
  return encodeSegment(name, digest);
}

/** RFC 3986's encoding byte by byte, as an independent implementation to compare with. */
function encodedPlainly(name: string): string {
  return Array.from(Buffer.from(name), (byte) => {
    const character = String.fromCharCode(byte);
    if (UNRESERVED.includes(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

describe('a segment', () => {
  test.each([
    ['unreserved characters', UNRESERVED, UNRESERVED],
    ['a space', 'Planta Norte', 'Planta%20Norte'],
    ['a plus', 'a+b', 'a%2Bb'],
    ['a percent sign', '100%', '100%25'],
    ['what looks encoded', 'a%2Fb', 'a%252Fb'],
    ['a slash', 'a/b', 'a%2Fb'],
    ['a backslash', 'a\\b', 'a%5Cb'],
    ['what encodeURIComponent leaves', "!'()*", '%21%27%28%29%2A'],
    ['what encodeURI leaves', ';,?:@&=$#', '%3B%2C%3F%3A%40%26%3D%24%23'],
    ['brackets and quotes', '[]{}<>"`^|', '%5B%5D%7B%7D%3C%3E%22%60%5E%7C'],
    ['two bytes', 'España', 'Espa%C3%B1a'],
    ['a composed letter', '\u00e9', '%C3%A9'],
    ['a combining accent', 'e\u0301', 'e%CC%81'],
    ['three bytes', '€', '%E2%82%AC'],
    ['four bytes', '🏭', '%F0%9F%8F%AD'],
    ['control characters', 'a\r\n\t\x7f', 'a%0D%0A%09%7F'],
    ['a dot', '.', '%2E'],
    ['two dots', '..', '%2E%2E'],
    ['three dots', '...', '...'],
    ['dots and more', '..a', '..a'],
    ['a parent', '../a', '..%2Fa'],
    ['spaces around', ' a ', '%20a%20'],
    ['a tilde', '~a', '~a'],
  ])('a segment holds %s', (_, name, segment) => {
    expect(encode(name)).toBe(segment);
    expect(decodeSegment(segment)).toBe(name);
  });

  test('a segment is kept up to 200 bytes, and shortened from 201', () => {
    expect(encode('x'.repeat(200))).toBe('x'.repeat(200));
    const long = 'x'.repeat(201);
    expect(encode(long)).toBe(`${'x'.repeat(160)}~${digest(long).slice(0, 16)}`);
    expect(decodeSegment(encode(long))).toBeUndefined();
  });

  test('a segment is measured by its encoded length, not by that of the name', () => {
    const name = 'ñ'.repeat(34);
    expect(encode(name.slice(1))).toBe('%C3%B1'.repeat(33));
    expect(encode(name)).toBe(`${'%C3%B1'.repeat(26)}%C3%~${digest(name).slice(0, 16)}`);
  });

  test('a segment ends in the first 16 digits of the digest of a long name', () => {
    const odd = '🏭'.repeat(255);
    const segment = encodeSegment(odd, (text) => {
      expect(text).toBe(odd);
      return '0123456789abcdef'.repeat(4);
    });
    expect(segment).toBe(`${'%F0%9F%8F%AD'.repeat(13)}%F0%~0123456789abcdef`);
  });

  test('segments differ for names that differ at the end alone', () => {
    const long = 'x'.repeat(300);
    const names = [long, `${long}a`, `${long}b`, `a${long}`, `${long} `, long.toUpperCase()];
    expect(new Set(names.map(encode)).size).toBe(names.length);
  });

  const name = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('.', '%', '2', 'E', '~', '/', 'é'), minLength: 1 }),
    fc.string({ unit: fc.constantFrom('a', 'ñ', ' '), minLength: 60, maxLength: 300 }),
  );

  test('a segment is valid in a key, and has at most 200 bytes of RFC 3986', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(isSegment(encode(text))).toBe(true);
        expect(encode(text)).toMatch(/^[\w\-.~%]{1,200}$/);
      }),
    );
  });

  test('a segment is the RFC 3986 encoding of the bytes, or begins with it', () => {
    fc.assert(
      fc.property(name, (text) => {
        if (text === '.' || text === '..') return;
        const plain = encodedPlainly(text);
        const short = `${plain.slice(0, 160)}~${digest(text).slice(0, 16)}`;
        expect(encode(text)).toBe(plain.length > 200 ? short : plain);
      }),
    );
  });

  test('segments are different for different names, and short ones can be decoded', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(encode(a) === encode(b)).toBe(a === b);
        const decoded = decodeSegment(encode(a));
        expect(decoded).toBe(encodedPlainly(a).length > 200 ? undefined : a);
      }),
    );
  });

  test.each(['%', '%4', '%zz', '%FF', '%C3', 'a%'])('a name cannot be read from %j', (text) => {
    expect(decodeSegment(text)).toBeUndefined();
  });
});

describe('folders', () => {
  const folders = new CustomerFolders('Acme S.A.', digest);
  const at = new Date('2026-03-29T01:02:03.004Z');

  test('folders are those of the customer, encoded', () => {
    expect(folders.latest()).toBe('Acme%20S.A./forecasts/');
    expect(folders.normalized()).toBe('Acme%20S.A./normalized/');
    expect(folders.normalized('a/b')).toBe('Acme%20S.A./normalized/a%2Fb/');
    expect(folders.custom()).toBe('Acme%20S.A./custom/');
    expect(folders.custom('..')).toBe('Acme%20S.A./custom/%2E%2E/');
  });

  test('folders never lead to those of another customer, whatever the name', () => {
    for (const name of ['..', '.', '../other', 'other/forecasts', 'other%2F']) {
      const own = new CustomerFolders(name, digest).latest();
      expect(own.split('/')).toHaveLength(3);
      expect(own.split('/').every((segment, i) => i === 2 || isSegment(segment))).toBe(true);
    }
  });

  test('folders of uploads have the UTC day, and a name with the time and the id', () => {
    const one = folders.outages({ plant: 'P 1', at, id: 'id-1' });
    expect(one).toMatch(/^Acme%20S\.A\.\/outages\/P%201\/2026\/03\/29\/[^/]*-id-1\.csv$/);
    const all = folders.outages({ plant: undefined, at, id: 'id-1' });
    expect(all).toMatch(/^Acme%20S\.A\.\/outages-all\/2026\/03\/29\/[^/]*-id-1\.csv$/);
    expect(one.split('/').every(isSegment)).toBe(true);
    const later = folders.outages({
      plant: 'P 1',
      at: new Date(at.getTime() + 1),
      id: 'id-0',
    });
    expect(later > one).toBe(true);
  });

  test.each([
    ['2026-12-31T23:59:59.999Z', '2026/12/31/'],
    ['2027-01-01T00:00:00+01:00', '2026/12/31/'],
    ['2026-01-02T00:00:00Z', '2026/01/02/'],
    ['2024-02-29T12:00:00Z', '2024/02/29/'],
  ])('folders of the UTC day of %s are %s', (instant, folder) => {
    expect(dayFolder(new Date(instant))).toBe(folder);
  });
});
