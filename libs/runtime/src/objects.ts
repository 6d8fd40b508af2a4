import type { Config } from '@solano/config';
import { DirectoryObjectStore } from '@solano/directory';
import type { ObjectStore } from '@solano/domain/kernel';

/** Opens the configured object store; disposing closes it. */
export async function openObjects({
  objectStore,
}: Pick<Config, 'objectStore'>): Promise<ObjectStore & AsyncDisposable> {
  if (objectStore.kind === 'directory') return new DirectoryObjectStore(objectStore.folder);
  // Loaded only where it is chosen: the SDK is large.
  const { S3ObjectStore } = await import('@solano/s3');
  return new S3ObjectStore(objectStore);
}

/** Where objects are: the bucket, empty for a folder, and the prefix of their keys in it, empty or ending in `/`. */
export function objectLocation({ objectStore }: Pick<Config, 'objectStore'>): {
  readonly bucket: string;
  readonly prefix: string;
} {
  if (objectStore.kind === 'directory') return { bucket: '', prefix: '' };
  const { bucket, prefix } = objectStore;
  return { bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` };
}
