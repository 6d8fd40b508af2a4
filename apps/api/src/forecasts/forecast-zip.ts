import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectContent } from '@solano/domain/kernel';
import type { Response } from 'express';
import { attachment } from '../http/file-response.ts';
import type { Headers, HttpResponse } from '../http/response.ts';

/** A file of a ZIP. */
export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly open: () => Promise<OpenFile>;
}

type OpenFile = Pick<ObjectContent, 'content' | 'cancel'>;

/**
 * Streams a ZIP with one file per type. Each file is opened in turn: a store that fails at the
 * first is an error, one that fails later breaks off the response.
 */
export function zip(entries: readonly ZipEntry[], headers: Headers): HttpResponse {
  return { headers, send: (res) => sendZip(res, entries) };
}

async function sendZip(res: Response, entries: readonly ZipEntry[]): Promise<void> {
  const first = await entries[0]?.open();
  res.set(attachment('forecasts.zip')).type('application/zip');
  // The same handler serves HEAD.
  if (res.req.method === 'HEAD') {
    first?.cancel();
    res.end();
    return;
  }
  // Loaded on demand: few requests need it.
  const { ZipFile } = await import('yazl');
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const inputs = entries.map(({ name, modifiedAt, open }, i) => {
    const opening = () => (i === 0 && first ? first : open());
    const input = Readable.from(contentOf(opening));
    // Without a listener of its own the failure of one file would end the process.
    input.on('error', (error) => output.destroy(error));
    archive.addReadStream(input, name, { mtime: modifiedAt });
    return input;
  });
  archive.end();
  try {
    await pipeline(output, res);
  } finally {
    for (const input of inputs) input.destroy();
    first?.cancel();
  }
}

/** The content of a file, opened with the first read and closed with the last. */
async function* contentOf(opening: () => OpenFile | Promise<OpenFile>): AsyncGenerator<Uint8Array> {
  const content = await opening();
  try {
    yield* content.content;
  } finally {
    content.cancel();
  }
}
