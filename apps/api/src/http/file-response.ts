import { pipeline } from 'node:stream/promises';
import type { ObjectContent, ObjectInfo } from '@solano/domain/kernel';
import type { Response } from 'express';
import type { Headers, HttpResponse } from './response.ts';
import { etagOf, type Validators } from './validators.ts';

/**
 * Returns the validators of a response made from files: the newest file's time, and a tag of their
 * content.
 *
 * @param variant anything else that the response depends on, such as its format.
 */
export function validatorsOf(files: readonly ObjectInfo[], variant: string): Validators {
  const text = variant + files.map(({ key, etag }) => `\n${key}\n${etag}`).join('');
  const newest = Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()));
  return { etag: etagOf(text), lastModified: new Date(newest) };
}

/** Returns the header that names the file under which a response is saved. */
export function attachment(name: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}

/**
 * Streams a CSV file unchanged, one piece in memory at a time. A store that fails at the first
 * piece is an error, one that fails later breaks off the response.
 */
export function csvFile(file: ObjectContent, name: string, headers: Headers): HttpResponse {
  const type = 'text/csv';
  return { headers, send: (res) => sendFile(res, file, { ...attachment(name), type }) };
}

/** Sends a file unchanged, under the name that it had. */
export function storedFile(file: ObjectContent, name: string): HttpResponse {
  const type = 'application/octet-stream';
  return { send: (res) => sendFile(res, file, { ...namedAttachment(name), type }) };
}

/** Returns the headers of an attachment whose name may have any character. */
function namedAttachment(name: string): Record<string, string> {
  const plain = name.replaceAll(/[^\w .()+-]/g, '_');
  // Characters that encodeURIComponent leaves and RFC 8187 encodes.
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const value = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
  return { 'Content-Disposition': value };
}

async function sendFile(
  res: Response,
  file: ObjectContent,
  { type, ...headers }: Headers & { readonly type: string },
): Promise<void> {
  const pieces = file.content[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    res.set({ ...headers, 'Content-Length': String(file.size) }).type(type);
    // The same handler serves HEAD.
    if (res.req.method === 'HEAD') res.end();
    else await pipeline(piecesFrom(first, pieces), res);
  } finally {
    file.cancel();
  }
}

async function* piecesFrom(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
}
