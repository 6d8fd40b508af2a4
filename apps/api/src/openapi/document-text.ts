import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Precompressed, precompress } from '../http/precompressed.ts';

let made: Promise<Precompressed> | undefined;

/** The OpenAPI document as JSON: made once, in a thread, when it is first requested. */
export function documentText(): Promise<Precompressed> {
  made ??= makeText().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function makeText(): Promise<Precompressed> {
  const thread = new Worker(new URL('./document-thread.ts', import.meta.url));
  // `once` rejects on 'error'.
  const [text] = (await once(thread, 'message')) as [string];
  return precompress(Buffer.from(text));
}
