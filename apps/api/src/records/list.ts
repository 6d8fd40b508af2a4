import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Headers, HttpResponse } from '../http/response.ts';
import { ResponseBody } from '../http/response-body.ts';

/** Rows that are written at once: more are sent as they come, so that memory stays bounded. */
const CHUNK = 500;

/** Responds with a JSON array of the rows in the form of `toJson`; of many, sent as they come. */
export function list<T>(
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
  headers: Headers,
): Promise<HttpResponse> {
  return listOfTexts(() => textsOf(rows, toJson), headers);
}

/**
 * Responds with a JSON array; a long one is sent as it comes.
 *
 * @param open gives rows as JSON with commas between them, in pieces; returns the last ones.
 */
export function listOfTexts(
  open: () => AsyncGenerator<string, string>,
  headers: Headers = {},
): Promise<HttpResponse> {
  return ofTexts(open, ['[', ']'], headers);
}

/** Responds with a JSON object whose last member is an array of rows; many are sent as they come. */
export function objectWithRows<T>(
  members: object,
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
): Promise<HttpResponse> {
  const before = `${JSON.stringify(members).slice(0, -1)},"rows":[`;
  return ofTexts(() => textsOf(rows, toJson), [before, ']}']);
}

/** @param around what stands before the rows, and after them. */
async function ofTexts(
  open: () => AsyncGenerator<string, string>,
  around: readonly [before: string, after: string],
  headers: Headers = {},
): Promise<HttpResponse> {
  const texts = open();
  // An error in the first rows still gives an error response.
  const { value, done } = await texts.next();
  // A short list is sent at once, with its length.
  if (done) return { headers, body: new ResponseBody('json', around.join(value)) };
  return { headers, send: (res) => sendTexts(res, value, texts, around) };
}

/** @param first the texts before the others. */
async function sendTexts(
  res: Response,
  first: string,
  others: AsyncGenerator<string, string>,
  around: readonly [before: string, after: string],
): Promise<void> {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // The same handler serves HEAD.
  if (res.req.method !== 'HEAD') return pipeline(piecesOf(first, others, around), res);
  await others.return('');
  res.end();
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
