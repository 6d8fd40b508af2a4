import { SolanoError, translating } from '../errors.ts';

/** Stores a file as it was received. Errors: `upload_failed` for whatever the object store rejects. */
export async function storeFile(store: () => Promise<void>): Promise<void> {
  await translating('objects_unavailable', uploadFailed, () =>
    translating('already_exists', uploadFailed, store),
  );
}

function uploadFailed(cause: SolanoError): never {
  throw new SolanoError('upload_failed', 'File upload failed.', { cause });
}
