/** Bytes that come piece by piece. */
export type Bytes = AsyncIterable<Uint8Array>;

/** The same bytes in pieces of one size, but for the last. */
export async function* cut(content: Bytes, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length; ) {
      const end = Math.min(chunk.length, start + size - filled);
      piece.set(chunk.subarray(start, end), filled);
      filled += end - start;
      start = end;
      if (filled === size) {
        yield piece;
        piece = new Uint8Array(size);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** All the bytes in one piece. */
export async function collect(content: Bytes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const chunk of chunks) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  return all;
}

/** The same bytes; throws `tooMany` where there are more than `max`. */
export async function* limited(
  content: Bytes,
  max: number,
  tooMany: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > max) throw tooMany();
    yield chunk;
  }
}

/** Content in one piece. */
export async function* once<T>(piece: T): AsyncGenerator<T> {
  yield piece;
}
