import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { askFor } from './on-demand.ts';
import { type S3Access, type S3Server, startS3Server } from './s3-server.ts';

export type { S3Access };

/** An empty bucket of a test's own. Disposing of it removes it with all that it holds. */
export interface TestBucket extends AsyncDisposable {
  readonly access: S3Access;
  readonly bucket: string;
  /** The file in which the server keeps an object. */
  readonly fileOf: (key: string) => string;
}

/**
 * The S3 server of the test run. The first call of a machine's life builds it, which takes some
 * minutes: await it at the top of a test file, where no timeout of a test or hook applies.
 */
export async function testS3(): Promise<S3Access> {
  return askFor(inject('s3OnDemandUrl'));
}

/** Makes a bucket on the server of the test run, or on the given one. */
export async function createTestBucket(access?: S3Access): Promise<TestBucket> {
  const server = access ?? (await testS3());
  const bucket = `test-${randomUUID()}`;
  const folder = join(server.buckets, bucket);
  await mkdir(folder);
  return {
    access: server,
    bucket,
    fileOf: (key) => join(folder, key),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Starts a server that a test may stop. Disposing of it removes its files too. */
export async function startTestS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'solano-test-s3-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await startS3Server(folder);
    const stop = async () => {
      await server[Symbol.asyncDispose]();
      await remove();
    };
    return { ...server, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The variables with the address and credentials for a client of S3. */
export function environmentOf(access: S3Access): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_S3: access.endpoint,
    AWS_REGION: access.region,
    AWS_ACCESS_KEY_ID: access.accessKeyId,
    AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
  };
}
