import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ForecastFile, ObjectContent } from '@solano/domain';
import type { Response } from 'express';
import { ZipFile } from 'yazl';
import { attachment } from '../http/file-response.ts';
import type { HttpResponse } from '../http/response.ts';
import type { DerivedContentCache } from './derived-content-cache.ts';

/**
 * A ZIP with one CSV per type. Each file is opened when its turn comes and passes through: a store
 * that fails at the first is an error, one that fails later breaks the response off.
 */
export function zip(
  cache: DerivedContentCache,
  files: readonly ForecastFile[],
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return { headers, send: (res) => sendZip(res, cache, files) };
}

async function sendZip(
  res: Response,
  cache: DerivedContentCache,
  files: readonly ForecastFile[],
): Promise<void> {
  const first = files[0] && (await cache.open(files[0].info));
  res.set(attachment('forecasts.zip')).type('application/zip');
  // The same handler serves HEAD.
  if (res.req.method === 'HEAD') {
    first?.cancel();
    res.end();
    return;
  }
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const inputs = files.map((file, i) => {
    const opening = () => (i === 0 && first ? first : cache.open(file.info));
    const input = Readable.from(contentOf(opening));
    // Without a listener of its own the failure of one file would end the process.
    input.on('error', (error) => output.destroy(error));
    archive.addReadStream(input, `${file.segment}_latest.csv`, { mtime: file.info.modifiedAt });
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
async function* contentOf(
  opening: () => ObjectContent | Promise<ObjectContent>,
): AsyncGenerator<Uint8Array> {
  const content = await opening();
  try {
    yield* content.content;
  } finally {
    content.cancel();
  }
}
