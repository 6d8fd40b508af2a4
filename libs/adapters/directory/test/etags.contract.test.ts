import type { BigIntStats } from 'node:fs';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestFolder, type TestFolder } from './folder.ts';

const KEY = 'a.csv';
const HOUR_AGO = new Date(Date.now() - 3_600_000);

async function etagOf({ store }: TestFolder): Promise<string | undefined> {
  const object = await store.get(KEY);
  object?.cancel();
  return object?.etag;
}

/** Waits until the file system's clock shows another time than when the file was changed. */
async function nextTick(folder: TestFolder): Promise<void> {
  const changed = await stateOf(join(folder.root, KEY));
  const probe = join(folder.root, 'probe');
  do await writeFile(probe, '');
  while ((await stateOf(probe)).ctimeNs <= changed.ctimeNs);
}

function stateOf(path: string): Promise<BigIntStats> {
  return stat(path, { bigint: true });
}

test.each([
  ['time', 'old', HOUR_AGO],
  ['size and time', 'longer', HOUR_AGO],
  ['size', 'new', new Date()],
  ['size, with the time put back', 'new', HOUR_AGO],
])('a file that is overwritten where it is gets another etag: %s', async (_, text, time) => {
  await using folder = await openTestFolder();
  await folder.store.put(KEY, Buffer.from('old'), 'text/csv');
  const path = join(folder.root, KEY);
  await utimes(path, HOUR_AGO, HOUR_AGO);
  const before = { etag: await etagOf(folder), ino: (await stateOf(path)).ino };
  await nextTick(folder);
  await writeFile(path, text);
  await utimes(path, time, time);
  expect((await stateOf(path)).ino).toBe(before.ino);
  expect(await etagOf(folder)).not.toBe(before.etag);
});

test('a file that is only read keeps its etag', async () => {
  await using folder = await openTestFolder();
  await folder.store.put(KEY, Buffer.from('old'), 'text/csv');
  const before = await etagOf(folder);
  await nextTick(folder);
  expect(await etagOf(folder)).toBe(before);
});
