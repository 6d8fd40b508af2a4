import type { Request } from 'express';

/** A query parameter as text; the last one where it is repeated, undefined where it is absent. */
export function queryText(req: Request, name: string): string | undefined {
  const value = req.query[name];
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last : undefined;
}

/** A path parameter as text; empty where the segment is. */
export function pathText(req: Request, name: string): string {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
}
