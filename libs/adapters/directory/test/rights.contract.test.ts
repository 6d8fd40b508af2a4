import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestFolder } from './folder.ts';

const CONTENT = Buffer.from('x');

let umask: number;
beforeEach(() => {
  // The usual one of ordinary users, whichever user runs the tests.
  umask = process.umask(0o022);
});
afterEach(() => void process.umask(umask));

/** The rights of everything below a folder, and of itself, by path. */
async function rightsIn(root: string): Promise<Record<string, string>> {
  const names = await readdir(root, { recursive: true });
  const rights = ['', ...names].map(async (name) => {
    const { mode } = await stat(join(root, name));
    return [name, (mode & 0o777).toString(8)] as const;
  });
  return Object.fromEntries(await Promise.all(rights));
}

const PRIVATE = {
  '': '700',
  '.solano-incoming': '700',
  Norte: '700',
  'Norte/outages': '700',
  'Norte/outages/a.csv': '600',
};

test('folders and files are the owner’s alone where the store makes them', async () => {
  await using folder = await openTestFolder();
  await folder.store.put('Norte/outages/a.csv', CONTENT, 'text/csv');
  expect(await rightsIn(folder.root)).toEqual(PRIVATE);
});

test('folders that were there before become the owner’s alone, and so do files that are replaced', async () => {
  await using folder = await openTestFolder();
  await mkdir(join(folder.root, 'Norte', 'outages'), { recursive: true });
  await folder.store.put('Norte/outages/a.csv', CONTENT, 'text/csv');
  for (const name of Object.keys(PRIVATE)) await chmod(join(folder.root, name), 0o755);
  await folder.store.put('Norte/outages/a.csv', CONTENT, 'text/csv');
  expect(await rightsIn(folder.root)).toEqual(PRIVATE);
});
