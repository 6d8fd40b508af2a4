import type { ParsedUrlQuery } from 'node:querystring';
import { parse } from 'node:querystring';
import { SolanoError } from '@solano/domain';
import type { Request } from 'express';

/**
 * Takes a query string apart. Unlike Node's own parser it does not mend bytes that are no UTF-8,
 * nor take NUL: what is stored is what was sent. Errors: URIError.
 */
export function parseQuery(query: string): ParsedUrlQuery {
  if (decodeURIComponent(query).includes('\0')) throw new URIError('NUL in the query');
  return parse(query);
}

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

/** A repeatable query parameter: its values, undefined where it is absent. */
export function queryTexts(req: Request, name: string): string[] | undefined {
  const value = req.query[name];
  if (value === undefined) return undefined;
  return [value].flat().filter((each) => typeof each === 'string');
}

/**
 * The names of the query parameters in the order in which they were sent, each one once. Errors:
 * URIError, as {@link parseQuery}.
 */
export function queryNames(req: Request): string[] {
  // The parsed object puts names that are numbers first.
  const start = req.originalUrl.indexOf('?');
  if (start < 0) return [];
  // What is no UTF-8 is refused here too; URLSearchParams would mend it.
  parseQuery(req.originalUrl.slice(start + 1));
  return [...new Set(new URLSearchParams(req.originalUrl.slice(start)).keys())];
}

/** The `format` of a forecast. Errors: `invalid_request` for another than json and csv. */
export function formatOf(req: Request): 'json' | 'csv' {
  const format = queryText(req, 'format') ?? 'json';
  if (format === 'json' || format === 'csv') return format;
  const message = `Unsupported format: ${format}. Use json or csv.`;
  throw new SolanoError('invalid_request', message);
}

/** A parameter that is `true` or `false`, which it is where it is absent or empty. Errors: `invalid_request`. */
export function switchOf(req: Request, name: string): boolean {
  const text = queryText(req, name) || 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  const message = `Parameter '${name}' must be true or false, not ${text}`;
  throw new SolanoError('invalid_request', message);
}
