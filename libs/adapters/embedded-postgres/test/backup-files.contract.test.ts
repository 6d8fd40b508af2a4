import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseContent, LogPiece } from '@solano/domain/operations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClusterTarget, type RestoredTables } from '../src/backup/cluster-target.ts';
import { readPieces, readPosition, writePieces, writePosition } from '../src/backup/log-files.ts';
import { finishReplacement, replaceFolder } from '../src/replacement.ts';

const SEGMENT = 16 * 2 ** 20;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solano-backup-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the log', () => {
  const from = BigInt(SEGMENT) - 10n;
  const to = BigInt(SEGMENT) + 5n;
  const names = ['000000010000000000000000', '000000010000000000000001'];

  async function pieces(): Promise<LogPiece[]> {
    const source = { path: join(folder, 'source'), timeline: 1, segmentBytes: BigInt(SEGMENT) };
    await mkdir(source.path, { recursive: true });
    for (const [i, name] of names.entries()) {
      await writeFile(join(source.path, name), Buffer.alloc(SEGMENT, i + 1));
    }
    const found: LogPiece[] = [];
    for await (const { name, bytes } of readPieces(source, from, to)) found.push({ name, bytes });
    return found;
  }

  async function* each(list: readonly LogPiece[]): AsyncGenerator<LogPiece> {
    yield* list;
  }

  const target = () => ({ path: folder, segmentBytes: BigInt(SEGMENT) });

  test('the log is split at the ends of its segments', async () => {
    expect((await pieces()).map(({ name, bytes }) => [name, bytes.length])).toEqual([
      [`${names[0]}.00FFFFF6`, 10],
      [`${names[1]}.00000000`, 5],
    ]);
  });

  test('pieces of the log, also overlapping ones, become whole segments padded with zeros', async () => {
    const found = await pieces();
    const again = [...found, ...found];
    await writePieces(target(), each(again), { from, until: to, isToUntil: false });
    const last = await readFile(join(folder, names[1] as string));
    expect(last.length).toBe(SEGMENT);
    expect([...last.subarray(0, 7)]).toEqual([2, 2, 2, 2, 2, 0, 0]);
    expect((await stat(join(folder, names[0] as string))).size).toBe(SEGMENT);
  });

  test('the log may end before its last piece does', async () => {
    await writePieces(target(), each(await pieces()), { from, until: to - 3n, isToUntil: true });
    const last = await readFile(join(folder, names[1] as string));
    expect([...last.subarray(0, 4)]).toEqual([2, 2, 0, 0]);
  });

  test('a log with a gap, or one that ends too early, is rejected', async () => {
    const [first, second] = (await pieces()) as [LogPiece, LogPiece];
    const until = { from, until: to, isToUntil: false };
    for (const list of [[second], [first]]) {
      await expect(writePieces(target(), each(list), until)).rejects.toThrow('has a gap');
    }
  });

  test.each(['0/0', '0/3001088', '1F/FFFFFFFF'])(
    'the log position %s is read and written unchanged',
    (position) => {
      expect(writePosition(readPosition(position))).toBe(position);
    },
  );
});

describe('a replacement', () => {
  beforeEach(async () => {
    for (const name of ['old', 'new']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'file'), name);
    }
  });

  const content = () => readFile(join(folder, 'old', 'file'), 'utf8');

  test('a replacement puts the new folder where the old one was', async () => {
    await replaceFolder(join(folder, 'new'), join(folder, 'old'));
    expect([await content(), await readdir(folder)]).toEqual(['new', ['old']]);
  });

  test('a replacement whose process was killed removes the old folder afterwards', async () => {
    await rename(join(folder, 'old'), join(folder, 'old-replaced-1'));
    await rename(join(folder, 'new'), join(folder, 'old'));
    await finishReplacement(join(folder, 'old'));
    expect([await content(), await readdir(folder)]).toEqual(['new', ['old']]);
  });

  test.each([
    ['before the old one was moved', ['old', 'old-restored']],
    ['after the old one was moved', ['old-replaced-1', 'old-restored']],
  ])(
    'a replacement that was interrupted %s is completed by the next process',
    async (_, [old, fresh]) => {
      if (old !== 'old') await rename(join(folder, 'old'), join(folder, old as string));
      await rename(join(folder, 'new'), join(folder, fresh as string));
      await finishReplacement(join(folder, 'old'));
      expect(await content()).toBe('new');
      await finishReplacement(join(folder, 'old'));
      expect([await content(), await readdir(folder)]).toEqual(['new', ['old']]);
    },
  );
});

test('a restore that finds no space says where, and leaves nothing behind', async () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const content = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(cause) }) };
  const backup = { manifest: { kind: 'cluster' }, content } as unknown as DatabaseContent;
  const target = new ClusterTarget(folder, {} as RestoredTables);
  const message = `There is no space left in ${folder} to restore beside what is there.`;
  await expect(target.prepare(backup)).rejects.toMatchObject({ code: 'store_full', message });
  expect(await readdir(folder)).toEqual([]);
});
