import type { IncomingMessage } from 'node:http';

/** Only the status of a response matters: after so many bytes its connection is closed. */
const MAX_RESPONSE_BYTES = 65_536;

/** Reads a response to its end, so that its connection can be reused; closes that of a long one. */
export function drain(response: IncomingMessage): void {
  void readStart(response);
}

/** As {@link drain}. Returns the text that was read: of a long response the beginning. */
export async function readStart(response: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('error', () => {});
  response.on('close', resolve);
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) response.destroy();
  });
  await promise;
  return Buffer.concat(chunks).toString('utf8');
}
