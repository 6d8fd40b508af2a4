import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isSolanoError } from '@solano/domain/kernel';
import { S3ObjectStore } from '../src/object-store.ts';

/** A store on a server that does not behave. Disposing of it closes both. */
export interface FaultyStore extends AsyncDisposable {
  readonly store: S3ObjectStore;
}

const ANYBODY = { accessKeyId: 'anybody', secretAccessKey: 'anything' };

/** A store at an address. */
export function storeAt(endpoint: string, prefix?: string): S3ObjectStore {
  const settings = { bucket: 'bucket', prefix, forcePathStyle: true };
  return new S3ObjectStore(settings, { endpoint, region: 'eu-south-2', credentials: ANYBODY });
}

/** A store on a server with scripted responses; without a response it only accepts connections. */
export async function storeOn(response?: RequestListener, prefix?: string): Promise<FaultyStore> {
  const server = createServer(response).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const store = storeAt(`http://127.0.0.1:${port}`, prefix);
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** How a piece of work ended, and whether it did within the five seconds that the port promises. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  const outcome = work.then(
    () => 'no error',
    (error: unknown) => (isSolanoError(error) ? error.code : String(error)),
  );
  // By a timer, not by the clock: a busy machine makes both late.
  const late = delay(5_000, 'nothing within five seconds', { ref: false });
  return Promise.race([outcome, late]);
}

/** How each operation of a store ends, all begun at once. */
export async function outcomesOf(store: S3ObjectStore): Promise<Record<string, string>> {
  const [put, get, list, remove] = await Promise.all([
    outcomeOf(store.put('a/b.csv', new Uint8Array(3_000_000), 'text/csv')),
    outcomeOf(readAll(store, 'a/b.csv')),
    outcomeOf(listed(store, 'a/')),
    outcomeOf(store.delete('a/b.csv')),
  ]);
  return { put, get, list, delete: remove };
}

export async function readAll(store: S3ObjectStore, key: string): Promise<number | undefined> {
  const object = await store.get(key);
  if (!object) return undefined;
  let size = 0;
  for await (const chunk of object.content) size += chunk.length;
  return size;
}

export async function listed(store: S3ObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of store.list(prefix)) {
    names.push('folder' in entry ? entry.folder : entry.key);
  }
  return names;
}

/** A page of a listing as S3 writes it. */
export function pageOf(...parts: string[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>${parts.join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`;
}
