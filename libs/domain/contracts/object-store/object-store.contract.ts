import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../outcome.ts';
import type { ObjectHandles, OpenObjects } from './fixture.ts';
import {
  aFolder,
  anObject,
  bytes,
  CSV,
  collected,
  entries,
  listed,
  MEBIBYTE,
  openObjectsForSuite,
  readText,
  readWhole,
} from './fixture.ts';
import { objectKeys } from './keys.ts';
import { objectListing } from './listing.ts';
import { stoppedReading } from './reading.ts';

/** Contents that text conversion, compression or a lost last block would change. */
const CONTENTS: readonly (readonly [what: string, content: Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['one NUL', new Uint8Array(1)],
  ['every byte', Uint8Array.from({ length: 256 }, (_, i) => i)],
  ['text with BOM and CRLF', bytes('\ufeffdatetime;value\r\n2026-01-01 00:15;1,5\r\n')],
  ['a piece of a larger buffer', bytes('before|inside|after').subarray(7, 13)],
  ['5 MiB', randomBytes(5 * MEBIBYTE)],
];

/** What every ObjectStore does. */
export function objectStoreContract(name: string, open: OpenObjects): void {
  describe(`ObjectStore: ${name}`, () => {
    const handles = openObjectsForSuite(open);
    describe('content', () => {
      contents(handles);
    });
    describe('replacement', () => {
      replacement(handles);
    });
    describe('reading that stops', () => {
      stoppedReading(handles);
    });
    describe('removal', () => {
      removal(handles);
    });
    describe('at the same time', () => {
      concurrency(handles);
    });
    describe('keys', () => {
      objectKeys(handles);
    });
    describe('listing', () => {
      objectListing(handles, open);
    });
  });
}

function contents(handles: ObjectHandles): void {
  test.each(CONTENTS)('content is kept to the byte: %s', async (_, content) => {
    const key = `${aFolder()}file.csv`;
    await handles.here.put(key, content, CSV);
    const read = await readWhole(handles.there, key);
    expect(read?.equals(content)).toBe(true);
  });

  test('an object is described as in the listing', async () => {
    const folder = aFolder();
    const before = Date.now();
    await handles.here.put(`${folder}file.csv`, bytes('12345'), CSV);
    const object = await handles.there.get(`${folder}file.csv`);
    object?.cancel();
    expect(object).toMatchObject({ key: `${folder}file.csv`, size: 5 });
    expect(object?.etag).toMatch(/^[\x21\x23-\x7e]+$/);
    // Whole seconds, and a server's clock is not that of the tests.
    expect(Math.abs(Number(object?.modifiedAt) - before)).toBeLessThan(10_000);
    const [entry, ...others] = await entries(handles.here, folder);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ key: object?.key, size: 5, etag: object?.etag });
    const listedAt = entry && 'key' in entry ? entry.modifiedAt : 0;
    expect(Math.abs(Number(listedAt) - Number(object?.modifiedAt))).toBeLessThan(1_000);
  });

  test('content of 5 MiB comes in pieces', async () => {
    const key = `${aFolder()}large.csv`;
    await handles.here.put(key, new Uint8Array(5 * MEBIBYTE), CSV);
    const chunks = await collected((await handles.here.get(key))?.content ?? anObject());
    expect(chunks.length).toBeGreaterThan(4);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(MEBIBYTE);
  });

  test('content of a missing object is undefined', async () => {
    const folder = aFolder();
    await handles.here.put(`${folder}a/file.csv`, bytes('x'), CSV);
    const missing = ['b', 'a', 'a/file', 'a/FILE.CSV', 'a/file.csv/x', 'b/c/d'];
    for (const key of missing) expect(await handles.there.get(folder + key)).toBeUndefined();
    expect(await handles.there.get('nowhere')).toBeUndefined();
  });

  test('content belongs to the store, not to the caller', async () => {
    const key = `${aFolder()}file.csv`;
    const content = bytes('as it was');
    await handles.here.put(key, content, CSV);
    content.fill(0);
    expect(await readText(handles.here, key)).toBe('as it was');
  });
}

function replacement(handles: ObjectHandles): void {
  test.each([
    ['longer', 'a longer text'],
    ['shorter', 'b'],
    ['empty', ''],
  ])('an object is replaced by a %s content', async (_, text) => {
    const folder = aFolder();
    const key = `${folder}file.csv`;
    await handles.here.put(key, bytes('at first'), CSV);
    await handles.there.put(key, bytes(text), CSV);
    expect(await readText(handles.here, key)).toBe(text);
    expect(await listed(handles.here, folder)).toEqual([key]);
  });

  test('a replacement changes the etag, however quick and of whatever content', async () => {
    const key = `${aFolder()}file.csv`;
    const etags = new Set<string | undefined>();
    for (let i = 0; i < 60; i += 1) {
      await (i % 2 ? handles.here : handles.there).put(key, bytes(`content ${i + 10}`), CSV);
      const object = await handles.here.get(key);
      object?.cancel();
      etags.add(object?.etag);
    }
    expect(etags.size).toBe(60);
  });

  test('a replacement leaves the etags of other objects', async () => {
    const folder = aFolder();
    await handles.here.put(`${folder}a`, bytes('a'), CSV);
    const [before] = await entries(handles.here, folder);
    await handles.here.put(`${folder}b`, bytes('b'), CSV);
    expect((await entries(handles.there, folder))[0]).toEqual(before);
  });

  test('a replacement does not change what is being read', async () => {
    const key = `${aFolder()}file.csv`;
    await handles.here.put(key, new Uint8Array(3 * MEBIBYTE).fill(1), CSV);
    const object = await handles.here.get(key);
    await handles.there.put(key, new Uint8Array(MEBIBYTE).fill(2), CSV);
    const read = Buffer.concat(await collected(object?.content ?? anObject()));
    expect(read.equals(new Uint8Array(3 * MEBIBYTE).fill(1))).toBe(true);
  });

  test('a replacement is atomic: readers see the old or the new object, never a part or a mixture', async () => {
    const folder = aFolder();
    const key = `${folder}large.csv`;
    const version = (i: number) => new Uint8Array(2 * MEBIBYTE + i).fill(i);
    await handles.here.put(key, version(0), CSV);
    let writing = true;
    const writer = async () => {
      for (let i = 1; i <= 20; i += 1) await handles.here.put(key, version(i), CSV);
      writing = false;
    };
    const reader = async () => {
      let seen = 0;
      for (; writing; seen += 1) {
        const read = (await readWhole(handles.there, key)) ?? Buffer.alloc(0);
        expect(read.equals(version(read[0] ?? -1))).toBe(true);
        // Some S3 servers show for a moment the name under which they prepare a replacement.
        const files = (await listed(handles.there, folder)).filter((name) => name.endsWith('.csv'));
        expect(files).toEqual([key]);
      }
      return seen;
    };
    const [readers] = await Promise.all([concurrently(3, reader), writer()]);
    expect(Math.min(...readers)).toBeGreaterThan(0);
    expect((await readWhole(handles.there, key))?.equals(version(20))).toBe(true);
  });
}

function removal(handles: ObjectHandles): void {
  test('removing an object leaves the others, and no empty folder', async () => {
    const folder = aFolder();
    for (const name of ['a/b/c', 'a/d']) await handles.here.put(folder + name, bytes('x'), CSV);
    await handles.there.delete(`${folder}a/b/c`);
    expect(await handles.here.get(`${folder}a/b/c`)).toBeUndefined();
    expect(await listed(handles.here, `${folder}a/`)).toEqual([`${folder}a/d`]);
    await handles.here.delete(`${folder}a/d`);
    expect(await listed(handles.there, folder)).toEqual([]);
  });

  test('removing an object that does not exist changes nothing', async () => {
    const folder = aFolder();
    await handles.here.put(`${folder}a/b`, bytes('x'), CSV);
    for (const name of ['a', 'c', 'a/c', 'a/b/c']) await handles.here.delete(folder + name);
    expect(await readText(handles.there, `${folder}a/b`)).toBe('x');
  });
}

function concurrency(handles: ObjectHandles): void {
  test('one object can be read ten times at the same time', async () => {
    const key = `${aFolder()}large.csv`;
    const content = randomBytes(MEBIBYTE);
    await handles.here.put(key, content, CSV);
    const read = await concurrently(10, () => readWhole(handles.here, key));
    expect(read.every((each) => each?.equals(content))).toBe(true);
  });

  test('one of ten contents put under one key at once stays', async () => {
    const folder = aFolder();
    const content = (i: number) => new Uint8Array(100_000 + i).fill(i);
    await concurrently(10, (i) =>
      (i % 2 ? handles.here : handles.there).put(`${folder}a`, content(i), CSV),
    );
    const read = await readWhole(handles.here, `${folder}a`);
    expect(read?.equals(content(read[0] ?? -1))).toBe(true);
    expect(await listed(handles.here, folder)).toEqual([`${folder}a`]);
  });

  test('twenty objects can be put into a new folder at the same time', async () => {
    const folder = aFolder();
    await concurrently(20, (i) => {
      return (i % 2 ? handles.here : handles.there).put(`${folder}a/b/c/${i}`, bytes(`${i}`), CSV);
    });
    expect(await listed(handles.here, `${folder}a/b/c/`)).toHaveLength(20);
    expect(await readText(handles.here, `${folder}a/b/c/19`)).toBe('19');
  });

  test('three hundred objects and listings can be read at the same time', async () => {
    const folder = aFolder();
    await handles.here.put(`${folder}a`, bytes('x'), CSV);
    const read = await concurrently(300, async (i) => {
      const text = i % 2 ? readText(handles.here, `${folder}a`) : undefined;
      return (await text) ?? (await listed(handles.here, folder)).join();
    });
    expect(read).toEqual(Array.from(read, (_, i) => (i % 2 ? 'x' : `${folder}a`)));
  });
}
