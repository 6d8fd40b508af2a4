import type { Bytes } from '../objects/bytes.ts';
import type { CatalogueLine } from './backup.ts';

/** As lines of JSON. */
export async function* writeLines(lines: AsyncIterable<CatalogueLine>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(`${JSON.stringify(line)}\n`);
}

export async function* readLines(content: Bytes): AsyncGenerator<CatalogueLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as CatalogueLine;
  }
}
