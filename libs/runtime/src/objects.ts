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
