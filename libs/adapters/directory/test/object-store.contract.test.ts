import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectsFixture, objectStoreContract, writeFileAt } from '@solano/domain/contracts';
import { DirectoryObjectStore } from '../src/object-store.ts';

async function open(): Promise<ObjectsFixture> {
  const parent = await mkdtemp(join(tmpdir(), 'solano-objects-'));
  const folder = join(parent, 'made', 'on demand');
  return {
    store: new DirectoryObjectStore(folder),
    reopen: async () => new DirectoryObjectStore(folder),
    setModified: (key, at) => utimes(join(folder, key), at, at),
    place: (key, content) => writeFileAt(join(folder, key), content),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

objectStoreContract('directory', open);
