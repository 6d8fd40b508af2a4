import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Headers, HttpResponse } from '../http/response.ts';

/** Rows that are written at once: more are sent as they come, so that memory stays bounded. */
const CHUNK = 500;

/** Responds with a JSON array of the rows in the form of `toJson`, sent as they come. */
export function list<T>(
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
  headers: Headers,
): HttpResponse {
  return listOfTexts(() => textsOf(rows, toJson), headers);
}

/**
 * Responds with a JSON array, sent as it comes.
 *
 * @param open gives rows as JSON with commas between them, in pieces; returns the last ones.
 */
export function listOfTexts(
  open: () => AsyncGenerator<string, string>,
  headers: Headers = {},
): HttpResponse {
  return { headers, send: (res) => sendTexts(res, open, ['[', ']']) };
}

/** Responds with a JSON object whose last member is an array of rows, sent as they come. */
export function objectWithRows<T>(
  members: object,
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
): HttpResponse {
  const before = `${JSON.stringify(members).slice(0, -1)},"rows":[`;
  return { send: (res) => sendTexts(res, () => textsOf(rows, toJson), [before, ']}']) };
}

/** @param around what stands before the rows, and after them. */
async function sendTexts(
  res: Response,
  open: () => AsyncGenerator<string, string>,
  around: readonly [before: string, after: string],
): Promise<void> {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // The same handler serves HEAD.
  if (res.req.method === 'HEAD') return void res.end();
  const texts = open();
  // An error in the first rows still gives an error response.
  const { value, done } = await texts.next();
  // A short list is sent at once, with its length.
  if (done) res.send(Buffer.from(around.join(value)));
  else await pipeline(piecesOf(value, texts, around), res);
}

/** Yields the rows as JSON with commas between them, in pieces; returns the last ones. */
async function* textsOf<T>(
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
): AsyncGenerator<string, string> {
  let chunk: object[] = [];
  for await (const row of rows) {
    chunk.push(toJson(row));
    if (chunk.length < CHUNK) continue;
    yield itemsOf(chunk);
    chunk = [];
  }
  return itemsOf(chunk);
}

async function* piecesOf(
  first: string,
  others: AsyncGenerator<string, string>,
  [before, after]: readonly [string, string],
): AsyncGenerator<string> {
  yield `${before}${first}`;
  let next = await others.next();
  for (; !next.done; next = await others.next()) yield `,${next.value}`;
  yield next.value === '' ? after : `,${next.value}${after}`;
}

/** Returns the inside of a JSON array, without its brackets. */
function itemsOf(chunk: readonly object[]): string {
  return JSON.stringify(chunk).slice(1, -1);
}
