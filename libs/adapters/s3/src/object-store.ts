import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Semaphore } from '@solano/async';
import {
  checkKey,
  checkPrefix,
  type ListedEntry,
  type ObjectContent,
  type ObjectInfo,
  type ObjectStore,
  SolanoError,
} from '@solano/domain/kernel';
import { inTime, inTimeEach } from './deadline.ts';
import { undefinedIfMissing } from './failures.ts';
import { entriesOf, infoOf, objectsInFolders } from './page.ts';

export interface S3Settings {
  readonly bucket: string;
  /** A folder of the bucket that holds all objects of this store, with or without its last `/`. */
  readonly prefix?: string | undefined;
  /** Whether the bucket is a part of the path and not of the host name. */
  readonly forcePathStyle?: boolean | undefined;
}

/** Location and credentials of the store; they replace the AWS_* environment. */
export type S3Connection = Pick<S3ClientConfig, 'endpoint' | 'region' | 'credentials'>;

/**
 * Requests that may wait for the head of a response: with many more, connecting takes longer than the
 * timeout.
 */
const CONCURRENCY = 50;

/** Objects that are being read keep their connections: slow readers must not delay others. */
const AGENT = { maxSockets: Number.POSITIVE_INFINITY };

const REQUESTS = {
  // So that two attempts, with what the SDK waits between them, take less than five seconds.
  connectionTimeout: 500,
  requestTimeout: 2_000,
  throwOnRequestTimeout: true,
  httpAgent: AGENT,
  httpsAgent: AGENT,
};

/**
 * Objects in an S3 bucket. Endpoint, region and credentials come from the usual AWS_* environment,
 * which the SDK reads with the first request. Disposing closes its connections.
 */
export class S3ObjectStore implements ObjectStore, AsyncDisposable {
  readonly #bucket: string;
  readonly #root: string;
  readonly #client: S3Client;
  readonly #semaphore = new Semaphore(CONCURRENCY);

  /** Errors: `invalid_request` for a prefix that no object can stand under. */
  constructor(settings: S3Settings, connection: S3Connection = {}) {
    const { bucket, prefix = '', forcePathStyle = false } = settings;
    this.#bucket = bucket;
    this.#root = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
    checkPrefix(this.#root);
    this.#client = new S3Client({
      ...connection,
      forcePathStyle,
      maxAttempts: 2,
      requestHandler: REQUESTS,
    });
  }

  async put(key: string, content: Uint8Array, contentType: string): Promise<void> {
    checkKey(key);
    const Key = this.#root + key;
    const input = { Bucket: this.#bucket, Key, Body: content, ContentType: contentType };
    const command = new PutObjectCommand(input);
    const { ETag } = await this.#send((abortSignal) => {
      return this.#client.send(command, { abortSignal });
    });
    if (ETag === undefined) throw notS3();
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#root + key });
    const output = await this.#send((abortSignal) => {
      return this.#client.send(command, { abortSignal }).catch(undefinedIfMissing);
    });
    // A page of another server is a 200.
    if (output && output.$metadata.httpStatusCode !== 204) throw notS3();
  }

  async get(key: string): Promise<ObjectContent | undefined> {
    checkKey(key);
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#root + key });
    const output = await this.#send((abortSignal) => {
      return this.#client.send(command, { abortSignal }).catch(undefinedIfMissing);
    });
    return output && contentOf(key, output);
  }

  async *list(prefix: string): AsyncGenerator<ListedEntry> {
    for await (const page of this.#pages(prefix, '/')) {
      yield* entriesOf(page, this.#root.length, prefix);
    }
  }

  async *listFolders(prefix: string): AsyncGenerator<ObjectInfo> {
    for await (const page of this.#pages(prefix)) {
      yield* objectsInFolders(page, this.#root.length, prefix);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
  }

  /** Sends a request when the semaphore permits; the timeout includes the wait for that. */
  #send<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return inTime((signal) => this.#semaphore.run(() => call(signal)));
  }

  /** @param delimiter ends what is listed as one folder; if omitted, objects at any depth are listed. */
  async *#pages(prefix: string, delimiter?: '/'): AsyncGenerator<ListObjectsV2CommandOutput> {
    checkPrefix(prefix);
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: this.#root + prefix,
        Delimiter: delimiter,
        // XML cannot hold every character that a key can.
        EncodingType: 'url',
        ContinuationToken: token,
      });
      const page: ListObjectsV2CommandOutput = await this.#send((abortSignal) => {
        return this.#client.send(command, { abortSignal });
      });
      if (page.IsTruncated === undefined) throw notS3();
      yield page;
      token = page.IsTruncated ? nextOf(page, token) : undefined;
    } while (token !== undefined);
  }
}

/** The page after one that is not the last: without another one the listing would end early, or never. */
function nextOf(
  { NextContinuationToken: next }: ListObjectsV2CommandOutput,
  token?: string,
): string {
  if (next === undefined || next === token) throw notS3();
  return next;
}

/** For a successful response of a server that is not S3, such as a page of a proxy. */
function notS3(): SolanoError {
  return new SolanoError('objects_unavailable', 'The object store does not answer as S3 does.');
}

function contentOf(key: string, output: GetObjectCommandOutput): ObjectContent {
  const body = output.Body as Readable;
  // The reader gets the error; until there is one, it must not end the process.
  body.on('error', () => undefined);
  const cancel = () => void body.destroy();
  try {
    const info = infoOf(key, { ...output, size: output.ContentLength });
    return { ...info, content: inTimeEach(body), cancel };
  } catch (error) {
    cancel();
    throw error;
  }
}
