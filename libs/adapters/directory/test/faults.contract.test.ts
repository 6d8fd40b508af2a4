import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DirectoryObjectStore } from '../src/object-store.ts';
import type { TestFolder } from './folder.ts';
import { asOrdinaryUser, codeOf, listed, openTestFolder, sizeOf } from './folder.ts';

const CONTENT = Buffer.from('content');

/** How each operation ends. */
async function outcomes({ store }: TestFolder): Promise<Record<string, string | undefined>> {
  return {
    put: await codeOf(store.put('a/b.csv', CONTENT, 'text/csv')),
    get: await codeOf(store.get('a/b.csv').then((object) => object?.cancel())),
    list: await codeOf(listed(store, 'a/')),
  };
}

function incoming({ root }: TestFolder): Promise<string[]> {
  return readdir(join(root, '.solano-incoming'));
}

const UNAVAILABLE = 'objects_unavailable';

describe('without permission', () => {
  test('reading the root without permission fails, with the system error as its cause', async () => {
    await using folder = await openTestFolder();
    await folder.store.put('a/b.csv', CONTENT, 'text/csv');
    await chmod(folder.root, 0);
    const found = await asOrdinaryUser(() => outcomes(folder));
    expect(found).toEqual({ put: UNAVAILABLE, get: UNAVAILABLE, list: UNAVAILABLE });
    const error = await asOrdinaryUser(() => folder.store.get('a/b.csv').catch((e: unknown) => e));
    expect(error).toMatchObject({ cause: { code: 'EACCES' } });
    expect((error as Error).message).toContain('EACCES');
    await chmod(folder.root, 0o700);
    expect(await outcomes(folder)).toEqual({});
  });

  test('reading a folder without permission fails', async () => {
    await using folder = await openTestFolder();
    await folder.store.put('a/b.csv', CONTENT, 'text/csv');
    await chmod(join(folder.root, 'a'), 0);
    const found = await asOrdinaryUser(() => outcomes(folder));
    expect(found).toEqual({ put: UNAVAILABLE, get: UNAVAILABLE, list: UNAVAILABLE });
    expect(await incoming(folder)).toEqual([]);
  });

  test('writing without permission fails, while reading continues and nothing is left behind', async () => {
    await using folder = await openTestFolder();
    await asOrdinaryUser(() => folder.store.put('a/b.csv', CONTENT, 'text/csv'));
    await chmod(join(folder.root, 'a'), 0o500);
    const found = await asOrdinaryUser(() => outcomes(folder));
    expect(found).toEqual({ put: UNAVAILABLE });
    expect(await incoming(folder)).toEqual([]);
    expect(await listed(folder.store, 'a/')).toEqual(['a/b.csv']);
  });

  test('reading a file without permission fails', async () => {
    await using folder = await openTestFolder();
    await asOrdinaryUser(() => folder.store.put('a/b.csv', CONTENT, 'text/csv'));
    await chmod(join(folder.root, 'a/b.csv'), 0);
    expect(await asOrdinaryUser(() => codeOf(folder.store.get('a/b.csv')))).toBe(UNAVAILABLE);
  });
});

describe('a folder', () => {
  test('the root folder is created again after it was removed', async () => {
    await using folder = await openTestFolder();
    await folder.store.put('a/b.csv', CONTENT, 'text/csv');
    await rm(folder.root, { recursive: true });
    expect(await folder.store.get('a/b.csv')).toBeUndefined();
    expect(await listed(folder.store, '')).toEqual([]);
    expect(await outcomes(folder)).toEqual({});
    expect(await listed(folder.store, '')).toEqual(['a/']);
  });

  test('a file is rejected as the folder of a store', async () => {
    await using folder = await openTestFolder();
    await writeFile(folder.root, 'a file');
    expect(await outcomes(folder)).toEqual({
      put: UNAVAILABLE,
      get: UNAVAILABLE,
      list: UNAVAILABLE,
    });
  });

  test('a full folder rejects objects, keeps the old one and leaves nothing behind', async () => {
    await using folder = await openTestFolder();
    await folder.store.put('a/b.csv', CONTENT, 'text/csv');
    // A limit on the size of files fails in the middle of writing, as a full disk does.
    const source = fileURLToPath(new URL('../src/object-store.ts', import.meta.url));
    const script = `
      const { DirectoryObjectStore } = await import(process.argv[1]);
      const store = new DirectoryObjectStore(process.argv[2]);
      const put = store.put('a/b.csv', new Uint8Array(1_000_000), 'text/csv');
      console.log(await put.then(() => 'stored', ({ code, cause }) => code + ' ' + cause.code));`;
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$@"`;
    const node = [process.execPath, '--input-type=module', '-e', script, source, folder.root];
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, 'sh', ...node]);
    expect(stdout.trim()).toBe('objects_unavailable EFBIG');
    expect(await incoming(folder)).toEqual([]);
    expect(await sizeOf(folder.store, 'a/b.csv')).toBe(CONTENT.length);
  });
});

describe('files', () => {
  test('files that operators put under valid keys are objects', async () => {
    await using folder = await openTestFolder();
    await mkdir(join(folder.root, 'c/forecasts'), { recursive: true });
    await writeFile(join(folder.root, 'c/forecasts/x.csv'), 'x');
    await writeFile(Buffer.from(`${folder.root}/c/forecasts/caf\xe9.csv`, 'latin1'), 'x');
    expect(await listed(folder.store, 'c/forecasts/')).toEqual(['c/forecasts/x.csv']);
    expect(await sizeOf(folder.store, 'c/forecasts/x.csv')).toBe(1);
  });

  test('temporary files of killed writers are removed after an hour, and never listed', async () => {
    await using folder = await openTestFolder();
    const path = join(folder.root, '.solano-incoming');
    await mkdir(path, { recursive: true });
    for (const name of ['old', 'young']) await writeFile(join(path, name), name);
    const old = new Date(Date.now() - 3_700_000);
    await utimes(join(path, 'old'), old, old);
    expect(await listed(folder.store, '')).toEqual([]);
    expect(await listed(folder.store, '.solano-incoming/')).toEqual([]);
    expect(await folder.store.get('.solano-incoming/young')).toBeUndefined();
    await new DirectoryObjectStore(folder.root).put('a.csv', CONTENT, 'text/csv');
    expect(await incoming(folder)).toEqual(['young']);
    expect(await listed(folder.store, '')).toEqual(['a.csv']);
  });

  test('a file that is truncated while it is read is not returned as whole', async () => {
    await using folder = await openTestFolder();
    await folder.store.put('a.csv', new Uint8Array(4_000_000), 'text/csv');
    const content = (await folder.store.get('a.csv'))?.content[Symbol.asyncIterator]();
    await content?.next();
    await truncate(join(folder.root, 'a.csv'), 100);
    const read = async () => {
      for (let item = await content?.next(); !item?.done; item = await content?.next());
    };
    expect(await codeOf(read())).toBe(UNAVAILABLE);
  });
});
