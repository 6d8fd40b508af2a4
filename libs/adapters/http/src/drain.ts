import type { IncomingMessage } from 'node:http';

/** No more than this of a response is read, which only its status matters of. */
const MAX_ANSWER_BYTES = 65_536;

/** Reads a response to its end, so that its connection can serve again, or drops a long one. */
export function drain(response: IncomingMessage): void {
  void readStart(response);
}

/** As {@link drain}. Returns what it read as text, which is the beginning of a long one. */
export async function readStart(response: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('error', () => {});
  response.on('close', resolve);
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  await promise;
  return Buffer.concat(chunks).toString('utf8');
}
