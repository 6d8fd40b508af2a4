import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ForecastFile, ObjectInfo, ObjectStore } from '@solano/domain';
import { openForecast } from '@solano/domain';
import type { Response } from 'express';
import { ZipFile } from 'yazl';
import { saveAs } from './file-answer.ts';

/**
 * Sends a ZIP with one CSV per type. Each file is opened when its turn comes and passes through:
 * a store that fails on the way breaks the answer off.
 */
export async function sendZip(
  res: Response,
  objects: ObjectStore,
  files: readonly ForecastFile[],
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const inputs = files.map(({ segment, info }) => {
    const input = Readable.from(contentOf(objects, info));
    zip.addReadStream(input, `${segment}_latest.csv`, { mtime: info.modifiedAt });
    return input;
  });
  zip.end();
  saveAs(res, 'forecasts.zip');
  res.type('application/zip');
  try {
    await pipeline(output, res);
  } finally {
    for (const input of inputs) input.destroy();
  }
}

/** The content of a file, opened with the first read and closed with the last. */
async function* contentOf(objects: ObjectStore, info: ObjectInfo): AsyncGenerator<Uint8Array> {
  const content = await openForecast(objects, info);
  try {
    yield* content.content;
  } finally {
    content.cancel();
  }
}
