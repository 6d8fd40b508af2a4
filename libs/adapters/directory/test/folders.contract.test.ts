import { mkdirSync } from 'node:fs';
import { realpath, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Root } from '../src/folders.ts';
import { openTestFolder } from './folder.ts';

test('a root is found once it is made, though others began to look before', async () => {
  await using folder = await openTestFolder();
  const root = new Root(folder.root);
  for (let i = 0; i < 50; i += 1) {
    const early = root.find();
    mkdirSync(folder.root);
    expect(await root.find()).toBe(await realpath(folder.root));
    await early;
    await rm(folder.root, { recursive: true });
    expect(await root.find()).toBeUndefined();
  }
});

test('a root that is a link is followed to where it leads now', async () => {
  await using folder = await openTestFolder();
  const root = new Root(`${folder.root}-link`);
  for (const name of ['one', 'other']) {
    const target = join(folder.root, name);
    mkdirSync(target, { recursive: true });
    await rm(root.path, { force: true });
    await symlink(target, root.path);
    expect(await Promise.all([root.find(), root.find()])).toEqual([target, target]);
  }
});
