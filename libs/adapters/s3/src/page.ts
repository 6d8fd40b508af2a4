import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import {
  compareCodePoints,
  isSegment,
  type ListedEntry,
  type ObjectInfo,
  SolanoError,
} from '@solano/domain/kernel';

/** The metadata that S3 returns of an object, in a listing or with its content. */
interface Described {
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
  readonly size: number | undefined;
}

/**
 * Entries of a page of a listing, in order: objects and folders come apart.
 *
 * @param rootLength characters of the store's own prefix, which keys do not begin with here.
 */
export function entriesOf(
  page: ListObjectsV2CommandOutput,
  rootLength: number,
  prefix: string,
): ListedEntry[] {
  // Other programs make objects that stand for a folder, or whose key no object can have here.
  const isOurs = (key: string) => isSegment(key.slice(prefix.length).replace(/\/$/, ''));
  const folders = (page.CommonPrefixes ?? []).map(({ Prefix }) => ({
    folder: keyIn(page, rootLength, Prefix),
  }));
  const objects = objectsOn(page, rootLength, isOurs);
  const entries = [...objects, ...folders.filter(({ folder }) => isOurs(folder))];
  return entries.sort((a, b) => compareCodePoints(keyOf(a), keyOf(b)));
}

/** As {@link entriesOf}: what stands in the folders directly under the prefix, and not deeper. */
export function objectsInFolders(
  page: ListObjectsV2CommandOutput,
  rootLength: number,
  prefix: string,
): ObjectInfo[] {
  return objectsOn(page, rootLength, (key) => {
    const segments = key.slice(prefix.length).split('/');
    return segments.length === 2 && segments.every(isSegment);
  });
}

function objectsOn(
  page: ListObjectsV2CommandOutput,
  rootLength: number,
  isOurs: (key: string) => boolean,
): ObjectInfo[] {
  return (page.Contents ?? []).flatMap((object) => {
    const key = keyIn(page, rootLength, object.Key);
    return isOurs(key) ? infoOf(key, { ...object, size: object.Size }) : [];
  });
}

function keyIn(page: ListObjectsV2CommandOutput, rootLength: number, text = ''): string {
  return decoded(text, page.EncodingType).slice(rootLength);
}

export function infoOf(key: string, { ETag = '', LastModified, size }: Described): ObjectInfo {
  if (LastModified === undefined || size === undefined) {
    throw new SolanoError(
      'objects_unavailable',
      `The object store returned no metadata for ${key}.`,
    );
  }
  // Gateways have no ETag for files that did not come through them.
  const seconds = Math.floor(LastModified.getTime() / 1_000);
  const etag = ETag.replaceAll('"', '') || `${seconds}-${size}`;
  return { key, etag, modifiedAt: LastModified, size };
}

function keyOf(entry: ListedEntry): string {
  return 'folder' in entry ? entry.folder : entry.key;
}

/** Not every server does what EncodingType asks for; those that do say so. */
function decoded(text: string, encoding: string | undefined): string {
  return encoding === 'url' ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
}
