import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Metadata of a request besides its checked input. */
export interface RequestMetadata {
  /** The `X-Request-Id`. */
  readonly id: string;
  /** The address of the caller, as trusted proxies forward it. */
  readonly address: string;
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly header: (name: string) => string | undefined;
  /** The language that `Accept-Language` prefers, the first without one; undefined if none is acceptable. */
  readonly language: <L extends string>(offered: readonly L[]) => L | undefined;
}

export function requestMetadata(req: Request): RequestMetadata {
  return {
    id: req.res?.get('X-Request-Id') ?? '',
    address: req.ip ?? '',
    method: req.method,
    url: req.originalUrl,
    header: (name) => req.get(name),
    language: (offered) => {
      const preferred = req.acceptsLanguages([...offered]);
      return offered.find((each) => each === preferred);
    },
  };
}

/** The method of a request; undefined for one that HTTP does not name: its text is the caller's. */
export function methodOf({ method = '' }: IncomingMessage): string | undefined {
  return METHODS.has(method) ? method : undefined;
}

/** The pattern of the route that has responded, the first of its spellings; undefined if none has. */
export function routeOf(req: IncomingMessage & { readonly route?: unknown }): string | undefined {
  const { path } = (req.route ?? {}) as { path?: string | string[] };
  return [path].flat()[0];
}
