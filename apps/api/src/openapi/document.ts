import { VERSION } from '@solano/config';
import { SCOPES } from '@solano/domain/service';
import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import type { Endpoint, Operation } from '../endpoint/endpoint.ts';
import { errorResponse, hasFields, merged, sharedErrors } from '../endpoint/error-responses.ts';
import { RATE_LIMIT, REQUEST_ID } from '../endpoint/headers.ts';
import type { BodyMetadata, Content, ResponseMetadata } from '../endpoint/operation.ts';
import { DESCRIPTION, TAGS } from './introduction.ts';
import { WEBHOOKS } from './webhooks.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of the endpoints, from the schemas that check requests. */
export function documentOf(endpoints: readonly Endpoint[]): OpenApiDocument {
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Solano', version: VERSION, description: DESCRIPTION },
      servers: [{ url: './' }],
      tags: TAGS,
      security: [{ key: [] }],
      paths: pathsOf(endpoints),
      webhooks: WEBHOOKS,
      components: { securitySchemes: { key: KEY }, responses: COMMON },
    },
    { override: ({ jsonSchema }) => plain(jsonSchema) },
  );
}

const KEY = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'sol_<id>_<secret>',
  description: 'An API key of the customer.',
} as const;

/** Responses that belong to no operation. */
const COMMON = {
  UnknownPath: responseOf(errorResponse('detail', 'There is no such path.', ['Not found.']), {}),
  MethodNotAllowed: responseOf(
    errorResponse('detail', 'The path has no such method.', ['Method "POST" not allowed.'], {
      Allow: z.string().meta({ description: 'The allowed methods.', examples: ['GET, HEAD'] }),
    }),
    {},
  ),
  Malformed: responseOf(
    errorResponse('detail', 'The request is not HTTP.', ['The request is not valid HTTP.']),
    {},
  ),
};

/** The parts of a JSON Schema that {@link plain} changes. */
interface PlainSchema {
  additionalProperties?: unknown;
  minimum?: number;
  maximum?: number;
  items?: unknown;
  prefixItems?: unknown[];
  minItems?: number;
  maxItems?: number;
}

/**
 * Leaves out the additions of zod to a schema: `additionalProperties: false`, and the bounds of the
 * integers that JavaScript has. A tuple says its length by `minItems` and `maxItems`, since
 * generators of clients (openapi-python-client 0.29) reject `items: false`.
 */
function plain(schema: PlainSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.items === false && schema.prefixItems) {
    delete schema.items;
    schema.minItems = schema.prefixItems.length;
    schema.maxItems = schema.prefixItems.length;
  }
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    // A path without methods stays there, empty: it is none of the path that it fits.
    if (Object.keys(endpoint.methods).length === 0) paths[templateOf(endpoint)] = {};
    for (const [method, operation] of Object.entries(endpoint.methods)) {
      const path = operation.metadata.path ?? templateOf(endpoint);
      paths[path] = { ...paths[path], [method]: operationOf(endpoint, operation) };
    }
  }
  return paths;
}

/** Returns an endpoint's path in the form of OpenAPI: `/user/{user}` for `/user/:user`. */
function templateOf({ paths }: Endpoint): string {
  return (paths.at(-1) as string).replace(/\{?:(\w+)\}?/g, '{$1}');
}

function operationOf(endpoint: Endpoint, operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, description, headers, body } = operation.metadata;
  const { tokenInForm, anonymous } = operation.metadata;
  const { params = operation.params } = operation.metadata;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, scopesOf(operation)].filter(Boolean).join('\n\n'),
    ...((tokenInForm || anonymous) && { security: [] }),
    requestParams: {
      ...(hasFields(params) && { path: params }),
      ...(hasFields(operation.query) && { query: operation.query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: responsesOf(endpoint, operation),
  };
}

function scopesOf({ scopes, metadata }: Operation): string {
  if (metadata.anonymous) return 'No key is needed.';
  if (scopes.length === SCOPES.length) return 'Any key.';
  const names = scopes.map((scope) => `\`${scope}\``).join(' or ');
  return `Scope of the key: ${names}.`;
}

function requestBodyOf(body: BodyMetadata): ZodOpenApiRequestBodyObject {
  const { mediaType, parts, others = {}, mayBeMissing = false, ...content } = body;
  const types = mapValues(parts ?? {}, (contentType) => ({ contentType }));
  const encoding = parts && { encoding: types };
  return {
    required: !mayBeMissing,
    content: {
      [mediaType]: { ...contentOf(content), ...encoding },
      ...mapValues(others, contentOf),
    },
  };
}

function responsesOf(endpoint: Endpoint, operation: Operation) {
  const own = Object.entries(operation.metadata.responses).map(([status, described]) => {
    return [Number(status), described] as const;
  });
  const all = [...own, ...sharedErrors(endpoint, operation)];
  const statuses = [...new Set(all.map(([status]) => status))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const sameStatus = all.filter(([each]) => each === status).map(([, described]) => described);
    return [String(status), responseOf(merged(sameStatus), RATE_LIMIT)];
  });
  return Object.fromEntries(responses) as Record<
    `${1 | 2 | 3 | 4 | 5}${string}`,
    ZodOpenApiResponseObject
  >;
}

function responseOf(
  { description, headers, content }: ResponseMetadata,
  more: Readonly<Record<string, z.ZodType>>,
): ZodOpenApiResponseObject {
  return {
    description,
    headers: z.object({ 'X-Request-Id': REQUEST_ID, ...more, ...headers }),
    ...(content && { content: mapValues(content, contentOf) }),
  };
}

function contentOf({ schema, examples }: Content): ZodOpenApiMediaTypeObject {
  return { schema, ...(examples && { examples: mapValues(examples, (value) => ({ value })) }) };
}

function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => R,
): Record<string, R> {
  const entries = Object.entries(record).map(([name, value]) => [name, change(value)] as const);
  return Object.fromEntries(entries);
}
