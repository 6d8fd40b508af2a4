import type { ObjectContent, ObjectInfo } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { DerivedContentCache } from './derived-content-cache.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR_AGO = new Date('2026-11-21T11:00:00Z');
const KEY = 'c/normalized/P/f.csv';

/** Objects whose reads are counted, and may be delayed. */
class CountedObjects {
  reads = 0;
  opening: Promise<void> = Promise.resolve();
  readonly #objects = new Map<string, { info: ObjectInfo; content: Buffer }>();

  put(key: string, content: Buffer | string, about: Partial<ObjectInfo> = {}): ObjectInfo {
    const bytes = Buffer.from(content);
    const etag = bytes.toString('base64url').slice(0, 20);
    const info = { key, etag, modifiedAt: HOUR_AGO, size: bytes.length, ...about };
    this.#objects.set(key, { info, content: bytes });
    return info;
  }

  remove(key: string): void {
    this.#objects.delete(key);
  }

  async get(key: string): Promise<ObjectContent | undefined> {
    this.reads += 1;
    await this.opening;
    const found = this.#objects.get(key);
    return found && { ...found.info, content: inPieces(found.content), cancel: () => {} };
  }
}

async function* inPieces(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content.subarray(0, 2);
  yield content.subarray(2);
}

function open() {
  const objects = new CountedObjects();
  const cache = new DerivedContentCache({ objects, clock: () => NOW });
  const upper = async (info: ObjectInfo, variant = 'upper') =>
    (await cache.of(info, variant, (content) => content.toString().toUpperCase())).toString();
  return { objects, cache, upper };
}

describe('an object', () => {
  test('an object is read and converted once', async () => {
    const { objects, upper } = open();
    const info = objects.put(KEY, 'ñandú');
    expect([await upper(info), await upper({ ...info })]).toEqual(['ÑANDÚ', 'ÑANDÚ']);
    expect(objects.reads).toBe(1);
  });

  test('an object is read once for all callers at the same time', async () => {
    const { objects, upper } = open();
    const info = objects.put(KEY, 'a');
    expect(await Promise.all([upper(info), upper(info), upper(info)])).toEqual(['A', 'A', 'A']);
    expect(objects.reads).toBe(1);
  });

  test.each([
    ['its content has changed', KEY, 'other'],
    ['it is another object, with the same tag', 'd/normalized/P/f.csv', 'tag'],
  ])('an object is read again if %s', async (_, key, etag) => {
    const { objects, upper } = open();
    await upper(objects.put(KEY, 'old', { etag: 'tag' }));
    expect(await upper(objects.put(key, 'new', { etag }))).toBe('NEW');
    expect(objects.reads).toBe(2);
  });

  test('an object is read again for another kind of content', async () => {
    const { objects, cache, upper } = open();
    const info = objects.put(KEY, 'text');
    expect(await upper(info)).toBe('TEXT');
    expect((await cache.of(info, 'length', ({ length }) => String(length))).toString()).toBe('4');
  });

  test('an object that is replaced after it was listed is not cached under its old tag', async () => {
    const { objects, upper } = open();
    const info = objects.put(KEY, 'old');
    objects.put(KEY, 'new');
    expect(await upper(info)).toBe('NEW');
    const back = objects.put(KEY, 'old');
    expect(back).toEqual(info);
    expect(await upper(back)).toBe('OLD');
  });

  test.each([
    ['just now', NOW, 2],
    ['5 s ago', new Date(NOW.getTime() - 5_000), 1],
    ['almost 5 s ago', new Date(NOW.getTime() - 4_999), 2],
    ['by a clock that is ahead', new Date(NOW.getTime() + 60_000), 2],
  ])(
    'an object that was modified %s is cached only if its tag is certain',
    async (_, modifiedAt, reads) => {
      const { objects, upper } = open();
      // A second change within a tick of the store's clock leaves the tag as it is.
      await upper(objects.put(KEY, 'old', { etag: 'tick', modifiedAt }));
      const text = await upper(objects.put(KEY, 'new', { etag: 'tick', modifiedAt }));
      expect([objects.reads, text]).toEqual([reads, reads === 1 ? 'OLD' : 'NEW']);
    },
  );

  test('an object that was modified just now is not shared with later callers', async () => {
    const { objects, upper } = open();
    const held = Promise.withResolvers<void>();
    objects.opening = held.promise;
    const first = upper(objects.put(KEY, 'old', { etag: 'tick', modifiedAt: NOW }));
    const second = upper(objects.put(KEY, 'new', { etag: 'tick', modifiedAt: NOW }));
    held.resolve();
    await Promise.all([first, second]);
    expect(objects.reads).toBe(2);
  });

  test('a removed object is an error for all who wait, and is read again for later callers', async () => {
    const { objects, upper } = open();
    const info = objects.put(KEY, 'a');
    objects.remove(KEY);
    const outcomes = await Promise.allSettled([upper(info), upper(info)]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { code: 'objects_unavailable' } });
    }
    objects.put(KEY, 'a');
    expect(await upper(info)).toBe('A');
  });

  test('an object without derivable content is an error each time', async () => {
    const { objects, cache } = open();
    const info = objects.put(KEY, 'a');
    const fail = () => cache.of(info, 'fail', () => expect.fail('not a forecast'));
    await expect(fail()).rejects.toThrow('not a forecast');
    await expect(fail()).rejects.toThrow('not a forecast');
    expect(objects.reads).toBe(2);
  });
});

describe('content that is sent unchanged', () => {
  test.each([
    ['small', 1_048_576, 1],
    ['large', 1_048_577, 2],
  ])('the unchanged content of a %s object is cached up to 1 MiB', async (_, size, reads) => {
    const { objects, cache } = open();
    const bytes = Buffer.alloc(size, 0xff);
    const info = objects.put(KEY, bytes);
    for (let i = 0; i < 2; i += 1) {
      const object = await cache.open(info);
      const pieces: Uint8Array[] = [];
      for await (const piece of object.content) pieces.push(piece);
      expect(object.size).toBe(size);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    }
    expect(objects.reads).toBe(reads);
  });
});

describe('the body of a response', () => {
  /** A cache, and the body of an object in capitals: how often it was made, and its bytes. */
  function bodies() {
    const { objects, cache, upper } = open();
    let made = 0;
    const body = async (info: ObjectInfo, invalid: readonly string[] = []) => {
      const of = { infos: [info], name: info.etag, type: 'json' };
      const found = await cache.body(of, async () => {
        made += 1;
        return { content: [Buffer.from('"'), Buffer.from(await upper(info))], invalid };
      });
      return { made, length: found.content.length, invalid: found.invalid };
    };
    return { objects, body };
  }

  test('the body of a response is made once', async () => {
    const { objects, body } = bodies();
    const info = objects.put(KEY, 'text');
    expect(await body(info)).toEqual({ made: 1, length: 5, invalid: [] });
    expect(await body(info)).toEqual({ made: 1, length: 5, invalid: [] });
    expect(await body(objects.put(KEY, 'longer'))).toMatchObject({ made: 2, length: 7 });
  });

  test('the body of a response is made again if a file was left out of it', async () => {
    const { objects, body } = bodies();
    const info = objects.put(KEY, 'text');
    expect(await body(info, ['P'])).toMatchObject({ made: 1, invalid: ['P'] });
    expect(await body(info)).toMatchObject({ made: 2, invalid: [] });
  });

  test('the body of a response is made again if an object was replaced after it was listed', async () => {
    const { objects, body } = bodies();
    const info = objects.put(KEY, 'text');
    objects.put(KEY, 'longer');
    expect(await body(info)).toMatchObject({ made: 1, length: 7 });
    expect(await body(objects.put(KEY, 'text'))).toMatchObject({ made: 2, length: 5 });
  });

  test('the body of a response is made again while an object is younger than five seconds', async () => {
    const { objects, body } = bodies();
    const info = objects.put(KEY, 'text', { modifiedAt: new Date(NOW.getTime() - 4_999) });
    await body(info);
    expect(await body(info)).toMatchObject({ made: 2 });
  });
});
