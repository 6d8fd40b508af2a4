import { isSolanoError, SolanoError } from '../errors.ts';
import type { ListedEntry, ObjectStore } from '../objects/object-store.ts';
import type {
  Bytes,
  LogPiece,
  Manifest,
  Part,
  RunningDigest,
  Sealer,
  StoredObject,
  Verification,
} from './backup.ts';
import { readLines } from './catalogue.ts';

/** Bytes of a part: what a slow bucket takes within the five seconds of a call. */
const PART_BYTES = 4 * 2 ** 20;
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 1_000;

const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json';
const BACKUPS = 'backups/';
const BLOBS = 'objects/';
const VERIFIED = 'verified.json';

export interface TargetDeps {
  readonly store: ObjectStore;
  readonly sealer: Sealer;
  readonly newDigest: () => RunningDigest;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Where backups are kept:
 *
 *     verified.json
 *     backups/<id>/manifest.json
 *     backups/<id>/database/<part>, catalogue/<part>, wal/<piece>, recent/<number>
 *     objects/<blob>/<part>
 *
 * A stream is cut into parts after it was sealed: joined, they are what age and zstd read.
 */
export class BackupTarget {
  readonly #deps: TargetDeps;

  constructor(deps: TargetDeps) {
    this.#deps = deps;
  }

  get isEncrypting(): boolean {
    return this.#deps.sealer.isEncrypting;
  }

  /** The manifests of all backups that are whole, newest first. */
  async list(): Promise<Manifest[]> {
    const manifests: Manifest[] = [];
    for (const id of (await this.ids()).reverse()) {
      const manifest = await this.#json<Manifest>(`${BACKUPS}${id}/manifest.json`);
      if (manifest) manifests.push(manifest);
    }
    return manifests;
  }

  /** The manifest of a backup; without an id, of the newest. Errors: `not_found`. */
  async find(id?: string): Promise<Manifest> {
    for (const each of id === undefined ? (await this.ids()).reverse() : [id]) {
      const manifest = await this.#json<Manifest>(`${BACKUPS}${each}/manifest.json`);
      if (manifest) return manifest;
    }
    throw new SolanoError(
      'not_found',
      id === undefined ? 'There is no backup.' : `There is no backup ${id}.`,
    );
  }

  /** The ids of all backups, unfinished ones too, oldest first. */
  async ids(): Promise<string[]> {
    const ids: string[] = [];
    for await (const entry of this.#deps.store.list(BACKUPS)) {
      if ('folder' in entry) ids.push(entry.folder.slice(BACKUPS.length, -1));
    }
    return ids;
  }

  async finish(manifest: Manifest): Promise<void> {
    await this.#putJson(`${BACKUPS}${manifest.id}/manifest.json`, manifest);
  }

  async noteVerification(verification: Verification): Promise<void> {
    await this.#putJson(VERIFIED, verification);
  }

  /** The last one, whether its backup is still there or not. */
  verification(): Promise<Verification | undefined> {
    return this.#json(VERIFIED);
  }

  writeDatabase(id: string, content: Bytes): Promise<Part[]> {
    return this.#write(`${BACKUPS}${id}/database/`, content);
  }

  readDatabase({ id, database }: Manifest): Bytes {
    return this.#read(`${BACKUPS}${id}/database/`, database);
  }

  writeCatalogue(id: string, content: Bytes): Promise<Part[]> {
    return this.#write(`${BACKUPS}${id}/catalogue/`, content);
  }

  readCatalogue({ id, catalogue }: Manifest): Bytes {
    return this.#read(`${BACKUPS}${id}/catalogue/`, catalogue);
  }

  async writeBlob(blob: string, content: Bytes): Promise<number> {
    return (await this.#write(`${BLOBS}${blob}/`, content)).length;
  }

  readBlob(blob: string, parts: number): Bytes {
    return this.#read(
      `${BLOBS}${blob}/`,
      Array.from({ length: parts }, () => undefined),
    );
  }

  async writeLog(id: string, { name, bytes }: LogPiece): Promise<void> {
    await this.#put(
      `${BACKUPS}${id}/wal/${name}`,
      await whole(this.#deps.sealer.seal(once(bytes))),
      BYTES,
    );
  }

  /** All that was archived of a backup's log, in order. */
  async *readLog(id: string): AsyncGenerator<LogPiece> {
    const prefix = `${BACKUPS}${id}/wal/`;
    for await (const key of this.#keys(prefix)) {
      const bytes = await whole(this.#deps.sealer.open(this.#content(key)));
      yield { name: key.slice(prefix.length), bytes };
    }
  }

  /** Notes an object that was put after the backup was made. */
  async writeRecent(id: string, name: string, line: string): Promise<void> {
    const sealed = await whole(this.#deps.sealer.seal(once(new TextEncoder().encode(line))));
    await this.#put(`${BACKUPS}${id}/recent/${name}`, sealed, BYTES);
  }

  async *readRecent(id: string): AsyncGenerator<string> {
    for await (const key of this.#keys(`${BACKUPS}${id}/recent/`)) {
      yield new TextDecoder().decode(await whole(this.#deps.sealer.open(this.#content(key))));
    }
  }

  /** What the catalogue has, and what was put since: the newest content of a key counts. */
  async *objects(manifest: Manifest): AsyncGenerator<StoredObject> {
    const recent = new Map<string, StoredObject>();
    for await (const line of this.readRecent(manifest.id)) {
      const object = JSON.parse(line) as StoredObject;
      recent.set(object.key, object);
    }
    for await (const line of readLines(this.readCatalogue(manifest))) {
      if ('object' in line && !recent.has(line.object.key)) yield line.object;
    }
    yield* recent.values();
  }

  /** Removes a backup, its manifest first: what is left of it is no backup. */
  async remove(id: string): Promise<void> {
    await this.#deps.store.delete(`${BACKUPS}${id}/manifest.json`);
    for (const part of ['database/', 'catalogue/', 'wal/', 'recent/', '']) {
      await this.#removeIn(`${BACKUPS}${id}/${part}`);
    }
  }

  /** The blobs that are there, with the time of the first part. */
  async *blobs(): AsyncGenerator<{ readonly blob: string; readonly modifiedAt: Date }> {
    for await (const entry of this.#deps.store.list(BLOBS)) {
      if (!('folder' in entry)) continue;
      for await (const part of this.#deps.store.list(entry.folder)) {
        if (!('key' in part)) continue;
        yield { blob: entry.folder.slice(BLOBS.length, -1), modifiedAt: part.modifiedAt };
        break;
      }
    }
  }

  removeBlob(blob: string): Promise<void> {
    return this.#removeIn(`${BLOBS}${blob}/`);
  }

  async #removeIn(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const key of this.#keys(prefix)) keys.push(key);
    for (const key of keys) await this.#deps.store.delete(key);
  }

  async *#keys(prefix: string): AsyncGenerator<string> {
    for await (const entry of this.#deps.store.list(prefix)) if (isObject(entry)) yield entry.key;
  }

  /** Seals, cuts and puts; the next part is made while the one before is put. */
  async #write(prefix: string, content: Bytes): Promise<Part[]> {
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

  #read(prefix: string, parts: readonly (Part | undefined)[]): Bytes {
    return this.#deps.sealer.open(this.#parts(prefix, parts));
  }

  async *#parts(prefix: string, parts: readonly (Part | undefined)[]): AsyncGenerator<Uint8Array> {
    for (const [i, part] of parts.entries()) {
      const key = prefix + partName(i);
      const bytes = await whole(this.#content(key));
      if (part) {
        const digest = this.#deps.newDigest();
        digest.add(bytes);
        if (digest.end() !== part.digest) throw damaged(key);
      }
      yield bytes;
    }
  }

  async *#content(key: string): AsyncGenerator<Uint8Array> {
    const object = await this.#retrying(() => this.#deps.store.get(key));
    if (!object) throw damaged(key);
    yield* object.content;
  }

  #put(key: string, bytes: Uint8Array, type: string): Promise<void> {
    return this.#retrying(() => this.#deps.store.put(key, bytes, type));
  }

  #putJson(key: string, value: unknown): Promise<void> {
    return this.#put(key, new TextEncoder().encode(JSON.stringify(value, null, 1)), JSON_TYPE);
  }

  async #json<T>(key: string): Promise<T | undefined> {
    const object = await this.#retrying(() => this.#deps.store.get(key));
    if (!object) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(await whole(object.content))) as T;
    } catch (cause) {
      if (isSolanoError(cause)) throw cause;
      throw new SolanoError('invalid_request', `The backup is damaged: ${key}.`, { cause });
    }
  }

  /** An hour of work is not to be lost by a bucket that is away for a second. */
  async #retrying<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isSolanoError(error, 'objects_unavailable')) throw error;
        await this.#deps.pause(attempt * PAUSE_MS);
      }
    }
  }
}

function isObject(entry: ListedEntry): entry is Extract<ListedEntry, { key: string }> {
  return 'key' in entry;
}

function partName(index: number): string {
  return String(index).padStart(7, '0');
}

function damaged(key: string): SolanoError {
  return new SolanoError(
    'invalid_request',
    `The backup is damaged: ${key} is missing or has changed.`,
  );
}

/** The same bytes in pieces of one size, but for the last. */
export async function* cut(content: Bytes, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length; ) {
      const end = Math.min(chunk.length, start + size - filled);
      piece.set(chunk.subarray(start, end), filled);
      filled += end - start;
      start = end;
      if (filled === size) {
        yield piece;
        piece = new Uint8Array(size);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

export async function whole(content: Bytes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const chunk of chunks) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  return all;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
