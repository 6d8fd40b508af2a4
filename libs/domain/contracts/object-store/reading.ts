import type { ObjectContent } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { concurrently } from '../outcome.ts';
import type { ObjectHandles } from './fixture.ts';
import {
  aFolder,
  anObject,
  bytes,
  CSV,
  collected,
  countOpen,
  expectOpen,
  MEBIBYTE,
  readText,
  readWhole,
} from './fixture.ts';

/** How a reader may stop. */
const WAYS: Record<string, (object: ObjectContent) => Promise<void> | void> = {
  'before it began': (object) => object.cancel(),
  'half way': async (object) => {
    await object.content[Symbol.asyncIterator]().next();
    object.cancel();
    object.cancel();
  },
  'by leaving the loop': async (object) => {
    for await (const _ of object.content) break;
  },
  'at its end': async (object) => {
    await collected(object.content);
    object.cancel();
  },
};

export function stoppedReading(handles: ObjectHandles): void {
  test.each(Object.entries(WAYS))('reading that stops %s leaves nothing open', async (_, stop) => {
    const key = `${aFolder()}large.csv`;
    await handles.here.put(key, new Uint8Array(4 * MEBIBYTE), CSV);
    await readWhole(handles.here, key);
    const before = await countOpen();
    for (let i = 0; i < 20; i += 1) await stop((await handles.here.get(key)) ?? anObject());
    await expectOpen(before);
    expect(await readWhole(handles.here, key)).toHaveLength(4 * MEBIBYTE);
  });

  test('slow reading does not block others', async () => {
    const key = `${aFolder()}large.csv`;
    await handles.here.put(key, new Uint8Array(MEBIBYTE), CSV);
    const before = await countOpen();
    const slow = await concurrently(100, async () => (await handles.here.get(key)) ?? anObject());
    expect(await readWhole(handles.here, key)).toHaveLength(MEBIBYTE);
    await handles.here.put(key, bytes('new'), CSV);
    for (const object of slow) object.cancel();
    expect(await readText(handles.here, key)).toBe('new');
    await expectOpen(before);
  });

  test('reading an empty object leaves nothing open', async () => {
    const key = `${aFolder()}empty.csv`;
    await handles.here.put(key, new Uint8Array(), CSV);
    await readWhole(handles.here, key);
    const before = await countOpen();
    for (let i = 0; i < 20; i += 1) (await handles.here.get(key))?.cancel();
    await expectOpen(before);
  });
}
