import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RESERVE_BYTES, Reserve, reserveSize } from '../src/reserve.ts';

const MIB = 2 ** 20;

describe('the disk space set aside for a start', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solano-reserve-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const size = () => stat(join(folder, 'reserve')).then((file) => file.size);
  /** On a volume that has so much free at the moment. */
  const reserve = (mib: number) => new Reserve(folder, () => Promise.resolve(mib * MIB));

  test('the reserve is a file of 48 MiB for its owner only, however often it is made', async () => {
    expect(await new Reserve(folder).keep()).toBe(RESERVE_BYTES);
    expect(await new Reserve(folder).keep()).toBe(RESERVE_BYTES);
    expect(await size()).toBe(48 * MIB);
    const { mode } = await stat(join(folder, 'reserve'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });

  test('the reserve is smaller on a small volume, stays as the volume fills, and grows with free space', async () => {
    expect(await reserve(100).keep()).toBe(25 * MIB);
    expect(await reserve(9).keep()).toBe(25 * MIB);
    expect(await size()).toBe(25 * MIB);
    expect(await reserve(167).keep()).toBe(48 * MIB);
    expect(await size()).toBe(48 * MIB);
  });

  test('the reserve is released once, where less than half its size is free beside it', async () => {
    await reserve(100).keep();
    expect(await reserve(13).release(false)).toBe(false);
    expect(await size()).toBe(25 * MIB);
    expect(await reserve(12).release(false)).toBe(true);
    await expect(size()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await reserve(12).release(false)).toBe(false);
  });

  test('the reserve is released after a failed start, where less than its size is free beside it', async () => {
    await reserve(100).keep();
    expect(await reserve(25).release(true)).toBe(false);
    expect(await reserve(24).release(true)).toBe(true);
    await expect(size()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('the reserve is made again while the server runs where 96 MiB are free, and grows with free space', async () => {
    await reserve(95).renew();
    await expect(size()).rejects.toMatchObject({ code: 'ENOENT' });
    await reserve(96).renew();
    expect(await size()).toBe(24 * MIB);
    await reserve(95).renew();
    expect(await size()).toBe(24 * MIB);
    await reserve(168).renew();
    expect(await size()).toBe(48 * MIB);
    await reserve(1_000).renew();
    expect(await size()).toBe(48 * MIB);
  });

  test('the reserve of two processes at once has its size once', async () => {
    const large = reserve(1_000);
    await Promise.all([large.keep(), large.renew()]);
    expect(await size()).toBe(48 * MIB);
  });

  test('a reserve that finds less room than was free takes none of it, and keeps what it had', async () => {
    await reserve(96).keep();
    // A limit on the size of files, in blocks of 512 bytes, fails in the middle of writing, as a full disk does.
    const source = fileURLToPath(new URL('../src/reserve.ts', import.meta.url));
    const script = `
      const { Reserve } = await import(process.argv[1]);
      const made = new Reserve(process.argv[2], async () => 2 ** 30).renew();
      console.log(await made.then(() => 'made', ({ code }) => code));`;
    const limited = `trap '' XFSZ; ulimit -f ${(30 * MIB) / 512}; exec "$@"`;
    const node = [process.execPath, '--input-type=module', '-e', script, source, folder];
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, 'sh', ...node]);
    expect(stdout.trim()).toBe('EFBIG');
    expect(await size()).toBe(24 * MIB);
  });

  test('no reserve is made on a disk that is nearly full', async () => {
    expect(await reserve(31).keep()).toBe(0);
    await expect(size()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.each([
    [0, 0],
    [31, 0],
    [32, 24],
    [96, 24],
    [100, 25],
    [185, 46.25],
    [192, 48],
    [100_000, 48],
  ])('the reserve on a disk with %d MiB available takes %d MiB', (available, reserved) => {
    expect(reserveSize(available * MIB)).toBe(reserved * MIB);
  });
});
