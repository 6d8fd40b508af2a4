import { once } from 'node:events';
import type { Response } from 'express';
import type { HttpResponse } from '../http/response.ts';

/** Rows that are written at once: more are sent as they come, so that memory stays bounded. */
const CHUNK = 500;

/** A JSON array of the rows, each as `toJson` gives it, sent as they come. */
export function list<T>(
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return { headers, send: (res) => sendRows(res, rows, toJson) };
}

async function sendRows<T>(
  res: Response,
  rows: AsyncIterable<T>,
  toJson: (row: T) => object,
): Promise<void> {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // HEAD is answered by the same handler.
  if (res.req.method === 'HEAD') return void res.end();
  let chunk: object[] = [];
  let isFirst = true;
  for await (const row of rows) {
    chunk.push(toJson(row));
    if (chunk.length < CHUNK) continue;
    if (!(await write(res, `${isFirst ? '[' : ','}${itemsOf(chunk)}`))) return;
    isFirst = false;
    chunk = [];
  }
  // A short list goes out whole, with its length.
  if (isFirst) res.send(Buffer.from(JSON.stringify(chunk)));
  else res.end(`${chunk.length > 0 ? ',' : ''}${itemsOf(chunk)}]`);
}

/** What stands between the brackets of a JSON array. */
function itemsOf(chunk: readonly object[]): string {
  return JSON.stringify(chunk).slice(1, -1);
}

/** Writes and waits until there is room for more. False when the caller has gone. */
async function write(res: Response, text: string): Promise<boolean> {
  if (res.destroyed) return false;
  if (res.write(text)) return true;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]);
  settled.abort();
  return !res.destroyed;
}
