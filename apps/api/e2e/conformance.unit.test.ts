import { describe, expect, test } from 'vitest';
import { conformanceTo, type Document, type Exchange } from './conformance.ts';

const thing = { $ref: '#/components/schemas/Thing' } as object;
const json = (schema: object) => ({ 'application/json': { schema } });
const detail = json({ properties: { detail: { type: 'string' } }, required: ['detail'] });

const document = {
  paths: {
    '/things/{id}/': {
      get: {
        operationId: 'getThing',
        responses: {
          200: {
            headers: { ETag: { required: true, schema: { type: 'string', pattern: '^"' } } },
            content: json(thing),
          },
          401: { content: detail },
        },
      },
      put: {
        operationId: 'putThing',
        requestBody: { content: json(thing) },
        responses: { 200: { content: json(thing) }, 204: {} },
      },
    },
    '/things/all': { get: { operationId: 'all', responses: { 200: { content: json({}) } } } },
  },
  components: {
    headers: {},
    responses: {
      UnknownPath: { content: detail },
      MethodNotAllowed: {
        headers: { Allow: { required: true, schema: {} } },
        content: detail,
      },
    },
    schemas: {
      Thing: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
    },
  },
} as unknown as Document;

const check = conformanceTo(document);

function exchange(change: Partial<Exchange> & { etag?: string | null; type?: string }): Exchange {
  const { etag = '"a"', type = 'application/json; charset=utf-8', ...rest } = change;
  const headers = new Headers({ 'content-type': type });
  if (etag !== null) headers.set('etag', etag);
  return { method: 'GET', path: '/things/7/', status: 200, headers, text: '{"size":1}', ...rest };
}

test.each([
  ['a response', {}],
  ['another spelling of the path, with a query', { path: '/things/7?a=/b' }],
  ['HEAD', { method: 'HEAD', text: '' }],
  ['a path without parameters before one with them', { path: '/things/all', text: '7' }],
  ['no body', { method: 'PUT', status: 204, text: '' }],
  ['an unknown path', { path: '/nothing', status: 404, text: '{"detail":"x"}' }],
  ['no key for an unknown method', { method: 'DELETE', status: 401, text: '{"detail":"x"}' }],
  ['a body that was taken', { method: 'PUT', sent: { size: 1, more: true } }],
])('an exchange that fits the document is accepted: %s', (_what, change) => {
  expect(() => check(exchange(change))).not.toThrow();
});

describe('an exchange that does not fit', () => {
  test.each<[string, Parameters<typeof exchange>[0], string]>([
    ['a status', { status: 201 }, 'GET /things/7/: 201 is not in the document.'],
    ['a path', { path: '/nothing' }, 'GET /nothing: 200 is not in the document.'],
    ['a method', { method: 'POST' }, 'POST /things/7/: 200 is not in the document.'],
    [
      'a member',
      { text: '{"size":"a"}' },
      'getThing (GET /things/7/): 200 does not fit the document: data/size must be integer',
    ],
    ['a member that is missing', { text: '{}' }, "data must have required property 'size'"],
    [
      'a member that is not described',
      { text: '{"size":1,"x":1}' },
      'must NOT have additional properties',
    ],
    ['a media type', { type: 'text/csv' }, 'is of the type "text/csv"'],
    ['a header', { etag: 'a' }, 'header ETag does not fit'],
    ['a header that is missing', { etag: null }, 'getThing: the response has no ETag.'],
    ['the body of HEAD', { method: 'HEAD' }, 'has a body'],
    ['a body of 204', { method: 'PUT', status: 204 }, 'has a body'],
    ['405 without Allow', { method: 'POST', status: 405, text: '{"detail":"x"}' }, 'no Allow'],
    ['a body that was taken', { method: 'PUT', sent: { size: 'a' } }, 'the request does not fit'],
  ])('an exchange that does not fit the document is rejected: %s', (_what, change, message) => {
    expect(() => check(exchange(change))).toThrow(message);
  });
});
