import { utimes } from 'node:fs/promises';
import { type ObjectsFixture, objectStoreContract, writeFileAt } from '@solano/domain/contracts';
import { createTestBucket, environmentOf, testS3 } from '@solano/tools/test-s3';
import { S3ObjectStore } from '../src/object-store.ts';

Object.assign(process.env, environmentOf(await testS3()));

async function open(prefix?: string): Promise<ObjectsFixture> {
  await using opening = new AsyncDisposableStack();
  const { bucket, fileOf } = opening.use(await createTestBucket());
  const opened = opening.move();
  const another = () => opened.use(new S3ObjectStore({ bucket, prefix, forcePathStyle: true }));
  const root = prefix === undefined ? '' : `${prefix}/`;
  return {
    store: another(),
    reopen: async () => another(),
    setModified: (key, at) => utimes(fileOf(root + key), at, at),
    place: (key, content) => writeFileAt(fileOf(root + key), content),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

objectStoreContract('S3', open);
objectStoreContract('S3 below a prefix', () => open('a prefix/of 100%/ñ'));
