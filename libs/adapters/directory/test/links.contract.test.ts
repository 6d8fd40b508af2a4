import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DirectoryObjectStore } from '../src/object-store.ts';
import { codeOf, listed, openTestFolder, type TestFolder } from './folder.ts';

const CONTENT = Buffer.from('new');

/** A root with one object, and a folder with a secret beside it. */
async function open(): Promise<TestFolder> {
  const folder = await openTestFolder();
  await folder.store.put('inside/object.csv', Buffer.from('inside'), 'text/csv');
  await mkdir(join(folder.outside, 'sub'), { recursive: true });
  await writeFile(join(folder.outside, 'secret.csv'), 'secret');
  return folder;
}

/** What lies outside, however deep. */
function outside(folder: TestFolder): Promise<string[]> {
  return readdir(folder.outside, { recursive: true }).then((names) => names.toSorted());
}

describe('a link to a folder', () => {
  test.each([
    ['outside', '../outside'],
    ['outside, absolutely', 'absolute'],
    ['inside', 'inside'],
    ['the root', '.'],
    ['the root above', '..'],
    ['nothing', 'nowhere'],
    ['itself', 'link'],
  ])('a link to a folder is not followed: to %s', async (_, target) => {
    await using folder = await open();
    await symlink(target === 'absolute' ? folder.outside : target, join(folder.root, 'link'));
    for (const key of ['link/secret.csv', 'link/object.csv', 'link/inside/object.csv', 'link']) {
      expect(await folder.store.get(key)).toBeUndefined();
    }
    expect(await listed(folder.store, '')).toEqual(['inside/']);
    for (const prefix of ['link/', 'link/sub/', 'link/inside/', 'link/outside/']) {
      expect(await listed(folder.store, prefix)).toEqual([]);
    }
    for (const key of ['link/secret.csv', 'link/new.csv', 'link/sub/a/b.csv', 'link/x/y.csv']) {
      expect(await codeOf(folder.store.put(key, CONTENT, 'text/csv'))).toBe('objects_unavailable');
    }
    expect(await outside(folder)).toEqual(['secret.csv', 'sub']);
    expect(await readFile(join(folder.outside, 'secret.csv'), 'utf8')).toBe('secret');
    expect(await listed(folder.store, 'inside/')).toEqual(['inside/object.csv']);
  });

  test('a link to a folder is not followed deep in the tree either', async () => {
    await using folder = await open();
    await symlink(folder.outside, join(folder.root, 'inside', 'link'));
    expect(await folder.store.get('inside/link/secret.csv')).toBeUndefined();
    expect(await listed(folder.store, 'inside/')).toEqual(['inside/object.csv']);
    expect(await listed(folder.store, 'inside/link/')).toEqual([]);
    for (const prefix of ['', 'inside/', 'inside/link/']) {
      const keys: string[] = [];
      for await (const { key } of folder.store.listFolders(prefix)) keys.push(key);
      expect(keys).toEqual(prefix === '' ? ['inside/object.csv'] : []);
    }
    const put = folder.store.put('inside/link/sub/new/x.csv', CONTENT, 'text/csv');
    expect(await codeOf(put)).toBe('objects_unavailable');
    expect(await outside(folder)).toEqual(['secret.csv', 'sub']);
  });

  test('a link to a folder is not followed in the folder of temporary files', async () => {
    await using folder = await openTestFolder();
    await mkdir(folder.root);
    await mkdir(folder.outside);
    await symlink(folder.outside, join(folder.root, '.solano-incoming'));
    const put = folder.store.put('a.csv', CONTENT, 'text/csv');
    expect(await codeOf(put)).toBe('objects_unavailable');
    expect(await outside(folder)).toEqual([]);
    expect(await folder.store.get('a.csv')).toBeUndefined();
  });

  test('the root itself may be a link to a folder', async () => {
    await using folder = await open();
    const link = `${folder.root}-link`;
    await symlink(folder.root, link);
    const store = new DirectoryObjectStore(link);
    await store.put('inside/b.csv', CONTENT, 'text/csv');
    expect(await listed(store, 'inside/')).toHaveLength(2);
    expect(await readFile(join(folder.root, 'inside/b.csv'), 'utf8')).toBe('new');
  });
});

describe('a link to a file', () => {
  test.each([
    ['outside', '../../outside/secret.csv'],
    ['inside', 'object.csv'],
    ['no file', '../../outside/new.csv'],
  ])('a link to a file is not an object, and is replaced by one: to %s', async (_, target) => {
    await using folder = await open();
    await symlink(target, join(folder.root, 'inside', 'link.csv'));
    expect(await folder.store.get('inside/link.csv')).toBeUndefined();
    expect(await listed(folder.store, 'inside/')).toEqual(['inside/object.csv']);
    await folder.store.put('inside/link.csv', CONTENT, 'text/csv');
    expect((await lstat(join(folder.root, 'inside/link.csv'))).isFile()).toBe(true);
    expect(await outside(folder)).toEqual(['secret.csv', 'sub']);
    expect(await readFile(join(folder.outside, 'secret.csv'), 'utf8')).toBe('secret');
    expect(await readFile(join(folder.root, 'inside/object.csv'), 'utf8')).toBe('inside');
  });
});

test('a named pipe is not an object, and blocks no reader', async () => {
  await using folder = await open();
  await promisify(execFile)('mkfifo', [join(folder.root, 'inside', 'pipe.csv')]);
  expect(await folder.store.get('inside/pipe.csv')).toBeUndefined();
  expect(await folder.store.get('inside/pipe.csv/x')).toBeUndefined();
  expect(await listed(folder.store, 'inside/')).toEqual(['inside/object.csv']);
});

test('no key leads out of the root', async () => {
  await using folder = await open();
  const keys = ['../outside/secret.csv', 'inside/../../outside/secret.csv', folder.outside];
  for (const key of [...keys, `${folder.outside}/secret.csv`, './../outside/secret.csv']) {
    expect(await codeOf(folder.store.get(key))).toBe('invalid_request');
    expect(await codeOf(folder.store.put(key, CONTENT, 'text/csv'))).toBe('invalid_request');
    expect(await codeOf(listed(folder.store, `${key}/`))).toBe('invalid_request');
  }
  for (const key of ['..\\outside\\secret.csv', '..%2Foutside%2Fsecret.csv', '%2e%2e/a']) {
    await folder.store.put(key, CONTENT, 'text/csv');
  }
  expect(await outside(folder)).toEqual(['secret.csv', 'sub']);
  expect(await readdir(join(folder.root, '..'))).toHaveLength(2);
});
