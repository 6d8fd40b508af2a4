// A real S3 server for tests: versitygw, which keeps its buckets as folders.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerProcess, startServer } from './server-process.ts';

/** Address and credentials for a client. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Each folder in it is a bucket, each file in that an object. */
  readonly buckets: string;
}

/** A running server. Disposing of it stops it and leaves its folder. */
export interface S3Server extends ServerProcess {
  readonly access: S3Access;
}

const SERVER = '--health /health --keep-alive --quiet posix'.split(' ');

/**
 * Starts a server on a free port of 127.0.0.1.
 *
 * @param folder the server's own, for buckets and log; it is removed when this process is killed.
 * @throws Error with one line that says what is missing.
 */
export async function startS3Server(folder: string): Promise<S3Server> {
  const region = 'us-east-1';
  const accessKeyId = 'solano-test';
  const secretAccessKey = 'not a secret: a server of tests';
  const buckets = join(folder, 'buckets');
  await mkdir(buckets, { recursive: true });
  const server = await startServer({
    name: 'versitygw',
    folder,
    argumentsOf: (port) => ['--port', `127.0.0.1:${port}`, '--region', region, ...SERVER, buckets],
    environment: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    isHealthy,
  });
  const endpoint = endpointOf(server.port);
  return { ...server, access: { endpoint, region, accessKeyId, secretAccessKey, buckets } };
}

function endpointOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

async function isHealthy(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  return fetch(`${endpointOf(port)}/health`, { signal }).then(
    (response) => response.ok,
    () => false,
  );
}
