import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bytes, invalidRequest, SolanoError } from '@solano/domain/kernel';
import type { Archive, ArchiveEntry } from '@solano/domain/operations';
import type { Pack } from 'tar-stream';
import tar from 'tar-stream';

/** Archives as `tar` writes and reads them. */
export class TarArchive implements Archive {
  async *pack(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
    const pack = tar.pack();
    // An error here is thrown where the archive is read.
    const adding = addAll(pack, entries).catch((error: Error) => pack.destroy(error));
    yield* pack as AsyncIterable<Uint8Array>;
    await adding;
  }

  async *unpack(content: Bytes): AsyncGenerator<ArchiveEntry> {
    const extract = tar.extract();
    const source = Readable.from(content);
    source.on('error', (error) => extract.destroy(error));
    source.pipe(extract);
    try {
      for await (const entry of extract) {
        const { name, size, type } = entry.header;
        const folder = type === 'directory' && !name.endsWith('/') ? `${name}/` : name;
        yield { name: folder, size, content: entry as unknown as Bytes };
        entry.resume();
      }
    } catch (cause) {
      if (cause instanceof SolanoError) throw cause;
      const reason = (cause as Error).message;
      throw invalidRequest(`The archive is damaged: ${reason}`, { cause });
    } finally {
      source.destroy();
    }
  }
}

async function addAll(pack: Pack, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  for await (const { name, size, content } of entries) {
    if (name.endsWith('/')) pack.entry({ name, type: 'directory', mode: 0o700 });
    else await addFile(pack, name, size, content);
  }
  pack.finalize();
}

async function addFile(pack: Pack, name: string, size: number, content: Bytes): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = (error?: Error | null) => (error ? reject(error) : resolve());
  const entry: NodeJS.WritableStream = pack.entry({ name, size, mode: 0o600 }, done);
  await Promise.all([pipeline(content, entry), promise]);
}
