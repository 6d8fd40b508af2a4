import { SolanoError } from '../errors.ts';
import type { Bytes } from '../objects/bytes.ts';
import type { LogPiece, Manifest, Part, StoredObject, Verification } from './backup.ts';
import { readLines } from './catalogue.ts';
import { SealedStore, type SealedStoreDeps } from './sealed-store.ts';

const BACKUPS = 'backups/';
const BLOBS = 'objects/';
const VERIFIED = 'verified.json';

/**
 * Where backups are kept:
 *
 *     verified.json
 *     backups/<id>/manifest.json
 *     backups/<id>/database/<part>, catalogue/<part>, wal/<piece>, recent/<number>
 *     objects/<blob>/<part>
 */
export class BackupTarget {
  readonly #store: SealedStore;

  constructor(deps: SealedStoreDeps) {
    this.#store = new SealedStore(deps);
  }

  get isEncrypting(): boolean {
    return this.#store.isEncrypting;
  }

  /** The manifests of all backups that are whole, newest first. */
  async list(): Promise<Manifest[]> {
    const manifests: Manifest[] = [];
    for (const id of (await this.ids()).reverse()) {
      const manifest = await this.#manifest(id);
      if (manifest) manifests.push(manifest);
    }
    return manifests;
  }

  /** The manifest of a backup; without an id, of the newest. Errors: `not_found`. */
  async find(id?: string): Promise<Manifest> {
    for (const each of id === undefined ? (await this.ids()).reverse() : [id]) {
      const manifest = await this.#manifest(each);
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
    for await (const entry of this.#store.list(BACKUPS)) {
      if ('folder' in entry) ids.push(entry.folder.slice(BACKUPS.length, -1));
    }
    return ids;
  }

  async finish(manifest: Manifest): Promise<void> {
    await this.#store.writeJson(`${BACKUPS}${manifest.id}/manifest.json`, manifest);
  }

  async noteVerification(verification: Verification): Promise<void> {
    await this.#store.writeJson(VERIFIED, verification);
  }

  /** The last one, whether its backup is still there or not. */
  verification(): Promise<Verification | undefined> {
    return this.#store.readJson(VERIFIED);
  }

  writeDatabase(id: string, content: Bytes): Promise<Part[]> {
    return this.#store.write(`${BACKUPS}${id}/database/`, content);
  }

  readDatabase({ id, database }: Manifest): Bytes {
    return this.#store.read(`${BACKUPS}${id}/database/`, database);
  }

  writeCatalogue(id: string, content: Bytes): Promise<Part[]> {
    return this.#store.write(`${BACKUPS}${id}/catalogue/`, content);
  }

  readCatalogue({ id, catalogue }: Manifest): Bytes {
    return this.#store.read(`${BACKUPS}${id}/catalogue/`, catalogue);
  }

  async writeBlob(blob: string, content: Bytes): Promise<number> {
    return (await this.#store.write(`${BLOBS}${blob}/`, content)).length;
  }

  readBlob(blob: string, parts: number): Bytes {
    return this.#store.read(
      `${BLOBS}${blob}/`,
      Array.from({ length: parts }, () => undefined),
    );
  }

  writeLog(id: string, { name, bytes }: LogPiece): Promise<void> {
    return this.#store.writeWhole(`${BACKUPS}${id}/wal/${name}`, bytes);
  }

  /** All that was archived of a backup's log, in order. */
  async *readLog(id: string): AsyncGenerator<LogPiece> {
    const prefix = `${BACKUPS}${id}/wal/`;
    for await (const key of this.#store.keys(prefix)) {
      yield { name: key.slice(prefix.length), bytes: await this.#store.readWhole(key) };
    }
  }

  /** Notes an object that was put after the backup was made. */
  writeRecent(id: string, name: string, line: string): Promise<void> {
    return this.#store.writeWhole(`${BACKUPS}${id}/recent/${name}`, new TextEncoder().encode(line));
  }

  async *readRecent(id: string): AsyncGenerator<string> {
    for await (const key of this.#store.keys(`${BACKUPS}${id}/recent/`)) {
      yield new TextDecoder().decode(await this.#store.readWhole(key));
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

  /** Removes a backup, its manifest first: what is left of it is not a backup. */
  async remove(id: string): Promise<void> {
    await this.#store.remove(`${BACKUPS}${id}/manifest.json`);
    for (const part of ['database/', 'catalogue/', 'wal/', 'recent/', '']) {
      await this.#store.removeIn(`${BACKUPS}${id}/${part}`);
    }
  }

  /** The blobs that are there, with the time of the first part. */
  async *blobs(): AsyncGenerator<{ readonly blob: string; readonly modifiedAt: Date }> {
    for await (const entry of this.#store.list(BLOBS)) {
      if (!('folder' in entry)) continue;
      for await (const part of this.#store.list(entry.folder)) {
        if (!('key' in part)) continue;
        yield { blob: entry.folder.slice(BLOBS.length, -1), modifiedAt: part.modifiedAt };
        break;
      }
    }
  }

  removeBlob(blob: string): Promise<void> {
    return this.#store.removeIn(`${BLOBS}${blob}/`);
  }

  #manifest(id: string): Promise<Manifest | undefined> {
    return this.#store.readJson(`${BACKUPS}${id}/manifest.json`);
  }
}
