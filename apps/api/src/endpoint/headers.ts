import { z } from 'zod';
import type { ResponseMetadata } from './operation.ts';

/** Headers of every response. */
export const REQUEST_ID = z.string().meta({
  header: { id: 'X-Request-Id' },
  description: 'Identifies the request in logs. A well-formed one that the caller sends is kept.',
  examples: ['b5d1a9e0-52c6-4b7e-9c0d-9a1f6f9b7c11'],
});

/** Headers of responses to a known key, unless the limit is off. */
export const RATE_LIMIT = {
  RateLimit: z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit' },
      description: 'The requests that are left, and the seconds until the limit is renewed.',
      examples: ['"default";r=599;t=60'],
    }),
  'RateLimit-Policy': z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit-Policy' },
      description: 'How many requests are allowed in how many seconds.',
      examples: ['"default";q=600;w=60'],
    }),
};

export const RETRY_AFTER = z.string().meta({
  header: { id: 'Retry-After' },
  description: 'Seconds to wait before a retry.',
  examples: ['1'],
});

export const WWW_AUTHENTICATE = z.literal('Bearer').meta({ header: { id: 'WWW-Authenticate' } });

const TO_HELP = '<../../../../docs/guide/remedies.html#a-key-may-not-do-that>; rel="help"';

/** The header of a rejection for a missing scope. */
export const HELP_LINK = z.string().meta({
  header: { id: 'HelpLink' },
  description: 'Leads to the section of the guide about it.',
  examples: [TO_HELP],
});

/** The header of a rejection for a missing scope or permission: it names who grants the permission. */
export function helpLink(remedy: string) {
  return z.string().meta({
    description:
      'Leads to the section of the guide about it; the title, if a permission is missing, says who grants it.',
    examples: [TO_HELP, `${TO_HELP}; title="${remedy}"`],
  });
}

export const LAST_MODIFIED = z.string().meta({
  description: 'When the content was generated, in the format of RFC 9110.',
  examples: ['Sat, 21 Nov 2026 08:00:00 GMT'],
});

/** The headers for conditional requests. */
export const VALIDATORS = {
  ETag: z.string().meta({ description: 'Identifies the content.', examples: ['"k3J9…"'] }),
  'Last-Modified': LAST_MODIFIED,
  'Cache-Control': z.literal('private, no-cache'),
};

export const NOT_MODIFIED: ResponseMetadata = {
  description: 'Not modified since the caller’s copy (`If-None-Match`, `If-Modified-Since`).',
  headers: VALIDATORS,
};

/** Headers of a response that is a file to be saved. */
export function disposition(name: string) {
  return {
    'Content-Disposition': z.string().meta({ examples: [`attachment; filename="${name}"`] }),
  };
}

/** Headers of a response that is a file to be saved in some of its formats. */
export function optionalDisposition(name: string) {
  return { 'Content-Disposition': disposition(name)['Content-Disposition'].optional() };
}

/** The request header of a submission. */
export const IDEMPOTENCY_KEY = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      pattern: String.raw`^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$`,
      description:
        'Identifies the submission for 24 hours: a repeated request with the same body gets the first response again, and nothing more is recorded.',
      examples: ['6f1c6a52-7a51-4f0f-8e8a-0c9d6b7f7f01'],
    }),
});
