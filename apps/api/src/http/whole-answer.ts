import type { Response } from 'express';
import type { BodyLimit } from './body-limit.ts';

/** Bytes of an answer that may wait in memory without being counted. */
const SMALL_BYTES = 64 * 1024;

/**
 * Sends an answer that is there as a whole, with the media type or extension that `res.type`
 * takes. One that is not small counts until the caller has read it, or has gone. One that is larger
 * than a caller may ever have is sent where the caller has no other. Errors: `overloaded`.
 */
export function sendWhole(
  res: Response,
  type: string,
  content: string | Buffer,
  answers: BodyLimit,
): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (bytes.length > SMALL_BYTES) {
    const count = answers.open(res.req, res);
    count(Math.min(bytes.length, answers.quarter));
  }
  res.type(type).send(bytes);
}
