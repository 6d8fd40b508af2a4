import { once } from 'node:events';
import type { Page } from '@solano/domain';
import { FieldProblems } from '@solano/domain';
import type { Request, Response } from 'express';
import { queryText } from '../http/query.ts';

/** Rows that are written at once: more are sent as they come, so that memory stays bounded. */
const CHUNK = 500;
const MOST = 2 ** 31 - 1;

/** The part of a list that the query asks for; undefined where it asks for all of it. */
export function pageOf(req: Request): Page | undefined {
  const problems = new FieldProblems();
  const limit = readCount(req, 'limit', problems);
  const offset = readCount(req, 'offset', problems);
  if (limit === 'invalid' || offset === 'invalid') return problems.refuse();
  if (limit === undefined && offset === undefined) return undefined;
  return { offset: offset ?? 0, ...(limit !== undefined && { limit }) };
}

/** Answers with a JSON array of the rows, each as `show` gives it. */
export async function sendList<T>(
  res: Response,
  rows: AsyncIterable<T>,
  show: (row: T) => object,
): Promise<void> {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // HEAD is answered by the same handler.
  if (res.req.method === 'HEAD') return void res.end();
  let chunk: object[] = [];
  let isFirst = true;
  for await (const row of rows) {
    chunk.push(show(row));
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

function readCount(req: Request, name: string, problems: FieldProblems) {
  const text = queryText(req, name);
  if (text === undefined) return undefined;
  const isInteger = /^-?\d+$/.test(text);
  if (isInteger && Number(text) >= 0 && Number(text) <= MOST) return Number(text);
  const range = `Ensure this value is between 0 and ${MOST}.`;
  problems.add(name, isInteger ? range : 'A valid integer is required.');
  return 'invalid' as const;
}
