import { mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Reserve } from '../src/reserve.ts';

const BYTES = 100_000;

describe('the disk space set aside for a start', () => {
  let folder: string;
  let freeBytes: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solano-reserve-'));
    const { bavail, bsize } = await statfs(folder);
    freeBytes = bavail * bsize;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const size = () => stat(join(folder, 'reserve')).then((file) => file.size);

  test('is a file of that size for its owner only, however often it is kept', async () => {
    const reserve = new Reserve(folder, BYTES);
    await reserve.keep();
    await reserve.keep();
    expect(await size()).toBe(BYTES);
    const { mode } = await stat(join(folder, 'reserve'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });

  test('stays where the disk has room', async () => {
    const reserve = new Reserve(folder, BYTES);
    await reserve.keep();
    expect(await reserve.release()).toBe(false);
    expect(await size()).toBe(BYTES);
  });

  test('is released once, where the disk is full', async () => {
    await new Reserve(folder, BYTES).keep();
    const onFullDisk = new Reserve(folder, 2 * freeBytes);
    expect(await onFullDisk.release()).toBe(true);
    await expect(size()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await onFullDisk.release()).toBe(false);
  });

  test('reserves nothing on a disk that is nearly full', async () => {
    await new Reserve(folder, Math.ceil(freeBytes / 2)).keep();
    await expect(size()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
