import {
  type Bytes,
  invalidRequest,
  isSolanoError,
  limited,
  SolanoError,
} from '@solano/domain/kernel';
import type {
  LogPiece,
  Manifest,
  Part,
  RestorePoint,
  StoredObject,
  Verification,
} from './backup.ts';
import { parseObject, readLines } from './catalogue.ts';
import { isBackupId, parseManifest, parseVerification } from './manifest.ts';
import { SealedStore, type SealedStoreDeps } from './sealed-store.ts';

const BACKUPS = 'backups/';
const BLOBS = 'objects/';
const VERIFIED = 'verified.json';

/** Bytes of a piece of the log, and of the line of an object, at most. */
const MAX_PIECE_BYTES = 64 * 2 ** 20;
const MAX_RECENT_BYTES = 2 ** 16;

/** A backup whose manifest cannot be used, and why. */
export interface DamagedBackup {
  readonly id: string;
  readonly problem: string;
}

/** The content of a target. */
export interface ListedBackups {
  /** Newest first. */
  readonly manifests: readonly Manifest[];
  /** Newest first. */
  readonly damaged: readonly DamagedBackup[];
}

/**
 * Where backups are kept:
 *
 *     verified.json
 *     backups/<id>/manifest.json, verified.json
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

  /** All backups that are complete; a manifest that cannot be used is no obstacle to the others. */
  async list(): Promise<ListedBackups> {
    const manifests: Manifest[] = [];
    const damaged: DamagedBackup[] = [];
    for (const id of (await this.ids()).reverse()) {
      try {
        const manifest = await this.#manifest(id);
        if (manifest) manifests.push(manifest);
      } catch (error) {
        if (!isSolanoError(error, 'invalid_request')) throw error;
        damaged.push({ id, problem: error.message });
      }
    }
    return { manifests, damaged };
  }

  /** Errors: `not_found`, `invalid_request` where its manifest cannot be used. */
  async find(id: string): Promise<Manifest> {
    const manifest = await this.#manifest(id);
    if (manifest) return manifest;
    throw new SolanoError('not_found', `There is no backup ${id}.`);
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
    await this.#store.writeJson(`${BACKUPS}${verification.id}/${VERIFIED}`, verification);
    await this.#store.writeJson(VERIFIED, verification);
  }

  /** The last one, whether its backup is still there or not; with an id, the last of that backup. */
  async verification(id?: string): Promise<Verification | undefined> {
    const last = await this.#verification(VERIFIED);
    if (id === undefined || last?.id === id) return last;
    const own = await this.#verification(`${BACKUPS}${id}/${VERIFIED}`);
    return own?.id === id ? own : undefined;
  }

  writeDatabase(id: string, content: Bytes): Promise<Part[]> {
    return this.#store.write(`${BACKUPS}${id}/database/`, content);
  }

  readDatabase({ id, database, isEncrypted }: Manifest): Bytes {
    return this.#store.read(`${BACKUPS}${id}/database/`, database, isEncrypted);
  }

  writeCatalogue(id: string, content: Bytes): Promise<Part[]> {
    return this.#store.write(`${BACKUPS}${id}/catalogue/`, content);
  }

  readCatalogue({ id, catalogue, isEncrypted }: Manifest): Bytes {
    return this.#store.read(`${BACKUPS}${id}/catalogue/`, catalogue, isEncrypted);
  }

  async writeBlob(blob: string, content: Bytes): Promise<number> {
    return (await this.#store.write(`${BLOBS}${blob}/`, content)).length;
  }

  /** The content of an object of a backup. Errors: `invalid_request` also where it is too long. */
  readBlob({ isEncrypted }: Manifest, { key, blob, parts, size }: StoredObject): Bytes {
    const undigested = Array.from({ length: parts }, () => undefined);
    const content = this.#store.read(`${BLOBS}${blob}/`, undigested, isEncrypted);
    return limited(content, size, () => invalidRequest(`The backup is damaged: object ${key}.`));
  }

  writeLog(id: string, { name, bytes }: LogPiece): Promise<void> {
    return this.#store.writeWhole(`${BACKUPS}${id}/wal/${name}`, bytes);
  }

  /** All that was archived of a backup's log, in order. */
  async *readLog({ id, isEncrypted }: Manifest): AsyncGenerator<LogPiece> {
    const prefix = `${BACKUPS}${id}/wal/`;
    for await (const entry of this.#store.list(prefix)) {
      if (!('key' in entry)) continue;
      const bytes = await this.#store.readWhole(entry.key, isEncrypted, MAX_PIECE_BYTES);
      yield { name: entry.key.slice(prefix.length), bytes, archivedAt: entry.modifiedAt };
    }
  }

  /** Notes an object that was put after the backup was made. */
  writeRecent(id: string, name: string, line: string): Promise<void> {
    return this.#store.writeWhole(`${BACKUPS}${id}/recent/${name}`, new TextEncoder().encode(line));
  }

  /** The objects that were put after the backup was made, in order. */
  async *readRecent({ id, isEncrypted }: Manifest): AsyncGenerator<StoredObject> {
    for await (const key of this.#store.keys(`${BACKUPS}${id}/recent/`)) {
      const bytes = await this.#store.readWhole(key, isEncrypted, MAX_RECENT_BYTES);
      yield parseObject(new TextDecoder().decode(bytes));
    }
  }

  /** Every content that any moment of a backup has of its objects. */
  async *contents(manifest: Manifest): AsyncGenerator<StoredObject> {
    for await (const line of readLines(this.readCatalogue(manifest))) {
      if ('object' in line) yield line.object;
    }
    yield* this.readRecent(manifest);
  }

  /** The objects at a moment: of a key the newest content counts. */
  async *objects(
    manifest: Manifest,
    point: RestorePoint = { kind: 'latest' },
  ): AsyncGenerator<StoredObject> {
    const recent = new Map<string, StoredObject>();
    if (point.kind !== 'backup') {
      for await (const object of this.readRecent(manifest)) {
        if (isThereAt(point, object)) recent.set(object.key, object);
      }
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

  async #manifest(id: string): Promise<Manifest | undefined> {
    // A folder of any other name is no backup.
    if (!isBackupId(id)) return undefined;
    const value = await this.#store.readJson(`${BACKUPS}${id}/manifest.json`);
    if (value === undefined) return undefined;
    return parseManifest(id, value);
  }

  /** Undefined too where it is not one: that proves nothing of a backup. */
  async #verification(key: string): Promise<Verification | undefined> {
    try {
      return parseVerification(await this.#store.readJson(key));
    } catch (error) {
      if (!isSolanoError(error, 'invalid_request')) throw error;
      return undefined;
    }
  }
}

function isThereAt(point: RestorePoint, { modifiedAt }: StoredObject): boolean {
  return point.kind !== 'until' || modifiedAt === undefined || new Date(modifiedAt) <= point.at;
}
