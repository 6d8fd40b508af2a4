import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { ObjectContent, ObjectInfo } from '@solano/domain';
import type { Request, Response } from 'express';
import fresh from 'fresh';

/**
 * Puts the validators of an answer that is made from files, the newest one's time among them, and
 * answers 304 where the caller has it already. True when that is all there is to say.
 *
 * @param variant what else the answer depends on, such as its format.
 */
export function isKnown(
  req: Request,
  res: Response,
  files: readonly ObjectInfo[],
  variant: string,
): boolean {
  const digest = createHash('sha256').update(variant);
  for (const { key, etag } of files) digest.update(`\n${key}\n${etag}`);
  const newest = Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()));
  res.set({
    ETag: `"${digest.digest('base64url').slice(0, 27)}"`,
    'Last-Modified': new Date(newest).toUTCString(),
    'Cache-Control': 'private, no-cache',
  });
  // `no-cache` speaks to caches on the way, and fetch adds it to every conditional request.
  const { 'cache-control': _, ...conditions } = req.headers;
  const validators = { etag: res.get('ETag'), 'last-modified': res.get('Last-Modified') };
  if (!fresh(conditions, validators)) return false;
  res.status(304).end();
  return true;
}

/** Names the file as which an answer is to be saved. */
export function saveAs(res: Response, name: string): void {
  res.set('Content-Disposition', `attachment; filename="${name}"`);
}

/**
 * Sends a CSV file as it is, without holding more of it than a piece. A store that fails at the
 * first piece is an error, one that fails later breaks the answer off.
 */
export async function sendContent(
  res: Response,
  content: ObjectContent,
  name: string,
): Promise<void> {
  const pieces = content.content[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    saveAs(res, name);
    res.type('text/csv').set('Content-Length', String(content.size));
    // HEAD is answered by the same handler.
    if (res.req.method === 'HEAD') res.end();
    else await pipeline(piecesFrom(first, pieces), res);
  } finally {
    content.cancel();
  }
}

async function* piecesFrom(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
}
