import { hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { ObjectContent, ObjectInfo } from '@solano/domain';
import type { Response } from 'express';
import type { BodyLimit } from './body-limit.ts';
import type { Validators } from './validators.ts';
import { sendWhole } from './whole-answer.ts';

/**
 * The validators of an answer that is made from files: the newest one's time, and a tag for what
 * they hold.
 *
 * @param variant what else the answer depends on, such as its format.
 */
export function validatorsOf(files: readonly ObjectInfo[], variant: string): Validators {
  const text = variant + files.map(({ key, etag }) => `\n${key}\n${etag}`).join('');
  const newest = Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()));
  return { etag: hash('sha256', text, 'base64url').slice(0, 27), lastModified: new Date(newest) };
}

/** Names the file as which an answer is to be saved. */
export function saveAs(res: Response, name: string): void {
  res.set('Content-Disposition', `attachment; filename="${name}"`);
}

/** Sends CSV that is there as a whole. */
export function sendCsv(res: Response, content: Buffer, name: string, answers: BodyLimit): void {
  saveAs(res, name);
  sendWhole(res, 'text/csv', content, answers);
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
