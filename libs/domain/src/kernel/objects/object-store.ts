import { SolanoError, translating } from '../errors.ts';

/** The metadata of an object in a listing. */
export interface ObjectInfo {
  readonly key: string;
  /** Changes whenever the content does. */
  readonly etag: string;
  /** To the second at least. */
  readonly modifiedAt: Date;
  /** Bytes. */
  readonly size: number;
}

/** An object that is being read. Its content must be read to the end, or `cancel` called. */
export interface ObjectContent extends ObjectInfo {
  readonly content: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** An entry directly in a folder: an object, or a folder by its prefix, which ends in `/`. */
export type ListedEntry = ObjectInfo | { readonly folder: string };

/**
 * Stores files by key: segments joined by `/`, without a leading one. Every operation ends
 * within five seconds. Errors: `objects_unavailable` when the store does not exist, rejects the
 * credentials or does not respond; `invalid_request` for a key or prefix with an empty, `.` or
 * `..` segment, with a NUL or half a character, or longer than 1,024 bytes or 255 in a segment.
 */
export interface ObjectStore {
  /**
   * Stores an object atomically: a reader never gets a part of it. Replaces one that is there. Errors:
   * `already_exists`, from stores that keep files, where the key is that of a folder, or an object
   * has the key of one of its folders.
   */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Removes an object, if there is one. */
  delete(key: string): Promise<void>;
  get(key: string): Promise<ObjectContent | undefined>;
  /**
   * Lists the entries directly under a prefix, which is empty or ends in `/`: every object and
   * every folder once, in ascending order of the UTF-8 bytes, fetched page by page as they are
   * read.
   */
  list(prefix: string): AsyncIterable<ListedEntry>;
  /**
   * The objects of all folders that stand directly under such a prefix, `<prefix><folder>/<name>`,
   * without what stands deeper: each once, in ascending order of the UTF-8 bytes. It costs one
   * request for every 1,000 objects below the prefix, however many folders there are.
   */
  listFolders(prefix: string): AsyncIterable<ObjectInfo>;
}

/** Stores a file as it was received. Errors: `upload_failed` for whatever the object store rejects. */
export async function storeFile(store: () => Promise<void>): Promise<void> {
  await translating('objects_unavailable', uploadFailed, () =>
    translating('already_exists', uploadFailed, store),
  );
}

function uploadFailed(cause: SolanoError): never {
  throw new SolanoError('upload_failed', 'File upload failed.', { cause });
}
