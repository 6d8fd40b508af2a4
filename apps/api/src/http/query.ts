import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { Request } from 'express';

/**
 * Parses a query string. Unlike Node's own parser it rejects invalid UTF-8 and NUL, so that stored
 * texts are the sent ones. Errors: URIError.
 */
export function parseQuery(query: string): ParsedUrlQuery {
  if (decodeURIComponent(query).includes('\0')) throw new URIError('NUL in the query');
  return parse(query);
}

/** Returns a path parameter as text; empty if the segment is. */
export function pathText(req: Request, name: string): string {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
}

/** The values of a repeatable query parameter, undefined if it is absent. */
export function queryTexts(value: Request['query'][string]): string[] | undefined {
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
  // Invalid UTF-8 is rejected here too; URLSearchParams would replace it.
  parseQuery(req.originalUrl.slice(start + 1));
  return [...new Set(new URLSearchParams(req.originalUrl.slice(start)).keys())];
}
