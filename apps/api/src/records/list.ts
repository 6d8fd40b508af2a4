import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListPosition, Page, Rows } from '@solano/domain/kernel';
import { type CursorList, cursorText } from '@solano/schemas';
import type { Response } from 'express';
import type { RequestMetadata } from '../http/request.ts';
import type { Headers, HttpResponse } from '../http/response.ts';
import { ResponseBody } from '../http/response-body.ts';

/** The number of rows of a list, or, where counting them all takes too long, a lower bound. */
export type Total = { readonly count: number } | { readonly atLeast: number };

/** The part of a list that is requested; all of it without these. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly cursor?: ListPosition | undefined;
}

export function requestedPage({ limit, offset = 0, cursor }: PageQuery): Page {
  return { offset, ...(limit !== undefined && { limit }), ...(cursor && { after: cursor }) };
}

/**
 * The headers of a page: how many rows the list has, and the address of the next page.
 */
export async function pageHeaders(
  list: CursorList,
  { url }: RequestMetadata,
  { limit, offset, cursor }: PageQuery,
  rows: Rows<unknown>,
  count: () => Promise<Total>,
): Promise<Headers> {
  if ((limit ?? offset ?? cursor) === undefined) return {};
  const [total, last] = await Promise.all([count(), rows.last()]);
  return { ...totalHeader(total), ...(last && { Link: nextPage(url, cursorText(list, last)) }) };
}

function totalHeader(total: Total): Headers {
  if ('count' in total) return { 'X-Total-Count': String(total.count) };
  return { 'X-Total-At-Least': String(total.atLeast) };
}

/** The `Link` of the page at a cursor: of the same address and parameters. */
function nextPage(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.delete('offset');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams.toString()}>; rel="next"`;
}

/** Rows that are written at once: then others have their turn, and memory stays bounded. */
const CHUNK = 250;

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
  try {
    // The same handler serves HEAD.
    if (res.req.method === 'HEAD') res.end();
    else await pipeline(piecesOf(first, others, around), res);
  } finally {
    // Whatever becomes of the response: rows hold a connection until they are ended.
    await others.return('');
  }
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
    await nextTurn();
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
