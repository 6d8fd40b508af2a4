import type { IncomingMessage } from 'node:http';

/** No more than this of an answer is read, which only its status matters of. */
const MOST_ANSWER_BYTES = 65_536;

/** Reads an answer to its end, so that its connection can serve again, or drops a long one. */
export function drain(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) response.destroy();
  });
}
