import {
  type Bytes,
  collect,
  cut,
  invalidRequest,
  isSolanoError,
  type ListedEntry,
  limited,
  type ObjectStore,
  once,
  SolanoError,
} from '@solano/domain/kernel';
import type { Part, RunningDigest, Sealer } from './backup.ts';
import { MAX_PART_BYTES } from './manifest.ts';
import { retrying } from './retrying.ts';

/** Bytes of a part: what can be put to a slow bucket within the five seconds of a call. */
const PART_BYTES = 4 * 2 ** 20;

/** Bytes of a file of JSON: a manifest that lists a million parts has less. */
const MAX_JSON_BYTES = 128 * 2 ** 20;

const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json';

export interface SealedStoreDeps {
  readonly store: ObjectStore;
  readonly sealer: Sealer;
  readonly newDigest: () => RunningDigest;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Keeps sealed streams in an object store. A stream is cut into parts after it was sealed: joined,
 * they are what age and zstd read. Errors of all methods: `objects_unavailable`; of those that read
 * also `invalid_request` where something is missing, has changed, or was sealed by another key.
 */
export class SealedStore {
  readonly #deps: SealedStoreDeps;

  constructor(deps: SealedStoreDeps) {
    this.#deps = deps;
  }

  get isEncrypting(): boolean {
    return this.#deps.sealer.isEncrypting;
  }

  /** Seals, cuts and puts; the next part is made while the one before is put. */
  async write(prefix: string, content: Bytes): Promise<Part[]> {
    const parts: Part[] = [];
    let putting: Promise<void> = Promise.resolve();
    for await (const bytes of cut(this.#deps.sealer.seal(content), PART_BYTES)) {
      const digest = this.#deps.newDigest();
      digest.add(bytes);
      const key = prefix + partName(parts.length);
      parts.push({ size: bytes.length, digest: digest.end() });
      await putting;
      putting = this.#put(key, bytes, BYTES);
      // Awaited with the next part.
      putting.catch(() => undefined);
    }
    await putting;
    return parts;
  }

  /** @param parts as they were written; undefined for one whose digest is not known. */
  read(prefix: string, parts: readonly (Part | undefined)[], isEncrypted: boolean): Bytes {
    return this.#deps.sealer.open(this.#parts(prefix, parts), isEncrypted);
  }

  /** Stores little: one object. */
  async writeWhole(key: string, bytes: Uint8Array): Promise<void> {
    await this.#put(key, await collect(this.#deps.sealer.seal(once(bytes))), BYTES);
  }

  /** @param maxBytes more than that, unpacked, is rejected. */
  async readWhole(key: string, isEncrypted: boolean, maxBytes: number): Promise<Uint8Array> {
    const sealed = await this.#required(key, MAX_PART_BYTES);
    const content = this.#deps.sealer.open(once(sealed), isEncrypted);
    return collect(limited(content, maxBytes, () => damaged(key)));
  }

  /** Neither compressed nor encrypted. */
  writeJson(key: string, value: unknown): Promise<void> {
    return this.#put(key, new TextEncoder().encode(JSON.stringify(value, null, 1)), JSON_TYPE);
  }

  /** Undefined where there is none. */
  async readJson(key: string): Promise<unknown> {
    const bytes = await this.#content(key, MAX_JSON_BYTES);
    if (!bytes) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    } catch (cause) {
      throw invalidRequest(`The backup is damaged: ${key} is not JSON.`, { cause });
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedEntry> {
    try {
      yield* this.#deps.store.list(prefix);
    } catch (error) {
      throw ofTarget(error);
    }
  }

  /** The keys of the objects directly under a prefix. */
  async *keys(prefix: string): AsyncGenerator<string> {
    for await (const entry of this.list(prefix)) if ('key' in entry) yield entry.key;
  }

  /** Removes an object. */
  async remove(key: string): Promise<void> {
    await this.#deps.store.delete(key).catch((error: unknown) => {
      throw ofTarget(error);
    });
  }

  /** Removes the objects directly under a prefix. */
  async removeIn(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const key of this.keys(prefix)) keys.push(key);
    for (const key of keys) await this.remove(key);
  }

  async *#parts(prefix: string, parts: readonly (Part | undefined)[]): AsyncGenerator<Uint8Array> {
    for (const [i, part] of parts.entries()) {
      const key = prefix + partName(i);
      const bytes = await this.#required(key, part?.size ?? MAX_PART_BYTES);
      if (part) {
        const digest = this.#deps.newDigest();
        digest.add(bytes);
        if (digest.end() !== part.digest) throw damaged(key);
      }
      yield bytes;
    }
  }

  async #required(key: string, maxBytes: number): Promise<Uint8Array> {
    const bytes = await this.#content(key, maxBytes);
    if (!bytes) throw damaged(key);
    return bytes;
  }

  /** The bytes of an object, read again where they break off. Undefined where there is none. */
  #content(key: string, maxBytes: number): Promise<Uint8Array | undefined> {
    return this.#retrying(async () => {
      const object = await this.#deps.store.get(key);
      return object && collect(limited(object.content, maxBytes, () => damaged(key)));
    });
  }

  #put(key: string, bytes: Uint8Array, type: string): Promise<void> {
    return this.#retrying(() => this.#deps.store.put(key, bytes, type));
  }

  #retrying<T>(call: () => Promise<T>): Promise<T> {
    return retrying(this.#deps.pause, call).catch((error: unknown) => {
      throw ofTarget(error);
    });
  }
}

/** Says which of the two object stores is unavailable. */
function ofTarget(error: unknown): unknown {
  if (!isSolanoError(error, 'objects_unavailable')) return error;
  return new SolanoError(error.code, `BACKUP_TARGET: ${error.message}`, { cause: error });
}

function partName(index: number): string {
  return String(index).padStart(7, '0');
}

function damaged(key: string): SolanoError {
  return invalidRequest(`The backup is damaged: ${key} is missing or has changed.`);
}
