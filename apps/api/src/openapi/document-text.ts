import { Threads } from '@solano/async';
import { type Precompressed, precompress } from '../http/precompressed.ts';

/** Making it would block the event loop for too long. */
const API_DOCUMENT = new URL('./document-thread.ts', import.meta.url);

let document: Promise<Precompressed> | undefined;

/** Returns the OpenAPI document as JSON: made once, in a thread, when it is first requested. */
export function documentText(): Promise<Precompressed> {
  document ??= makeText().catch((error: unknown) => {
    document = undefined;
    throw error;
  });
  return document;
}

async function makeText(): Promise<Precompressed> {
  await using threads = new Threads<undefined, string>(API_DOCUMENT, 'apiDocumentText');
  const text = await threads.run(undefined);
  return await precompress(Buffer.from(text));
}
