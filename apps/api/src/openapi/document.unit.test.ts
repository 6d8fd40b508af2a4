import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type AppDeps, createApp } from '../app.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { apiEndpoints, type EndpointDeps } from '../endpoints.ts';
import { WorkLimit } from '../http/work-limit.ts';
import { apiDocument } from './api-document.ts';

/** The layer of a route in Express, or of a router in the router. */
interface Layer {
  readonly route?: { readonly path: string | string[] };
  readonly handle: { readonly stack?: Layer[] };
  match(path: string): boolean;
}

interface Content {
  readonly schema?: object;
  readonly examples?: Record<string, { readonly value: unknown }>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { name: string; in: string; description?: string }[];
  readonly requestBody?: { readonly content: Record<string, Content> };
  readonly responses: Record<
    string,
    { headers: Record<string, object>; content?: Record<string, Content> }
  >;
}

/** The document in its served form. */
const document = JSON.parse(JSON.stringify(apiDocument())) as {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, object>>;
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
  return Object.entries(methods).map(([method, about]) => {
    return [`${method.toUpperCase()} ${path}`, path, about] as const;
  });
});

/** The layers of routes, in the order in which Express asks them. */
function routesOf(stack: readonly Layer[]): Layer[] {
  return stack.flatMap((layer) => (layer.route ? [layer] : routesOf(layer.handle.stack ?? [])));
}

function valuesAt(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    return [...(key === name ? [each] : []), ...valuesAt(name, each)];
  });
}

/** Every path that a pattern of Express stands for, each parameter as `*`. */
function spellingsOf(pattern: string): string[] {
  const group = /\{([^{}]*)\}/;
  const found = group.exec(pattern);
  if (!found) return [pattern.replace(/:\w+/g, '*')];
  const [, inside = ''] = found;
  return [inside, ''].flatMap((text) => spellingsOf(pattern.replace(group, () => text)));
}

/** A path of the document in the same form, and with each of its parameters empty. */
function spellingsOfTemplate(template: string): string[] {
  return spellingsOf(template.replace(/\{[^}]+\}/g, '{*}'));
}

const bare = (path: string) => path.replace(/\/$/, '');

test('the document is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
});

describe('the paths that are served and those that are described', () => {
  const endpoints = apiEndpoints({} as EndpointDeps);
  const idsOf = ({ methods }: Endpoint) =>
    Object.values(methods).map(({ metadata }) => metadata.id);
  const deps = { logger: pino({ enabled: false }), work: new WorkLimit(1) };
  const app = createApp(deps as unknown as AppDeps);
  const routes = routesOf(app.router.stack as unknown as Layer[]);

  test('the application serves no path of the API but those of endpoints', () => {
    const served = routes.flatMap(({ route }) => route?.path ?? []);
    const paths = endpoints.flatMap((endpoint) => endpoint.paths);
    expect(served.filter((path) => path.startsWith('/api/')).sort()).toEqual(paths.sort());
  });

  test.each(operations)('%s leads to the endpoint that describes it', (_name, path, operation) => {
    const url = path.replace(/\{[^}]+\}/g, 'x');
    const endpoint = endpoints.find((each) => idsOf(each).includes(operation.operationId));
    const found = routes.find((layer) => layer.match(url));
    expect(found?.route?.path).toEqual(endpoint?.paths);
  });

  const served = endpoints.filter(({ methods }) => Object.keys(methods).length > 0);

  test.each(served.flatMap((endpoint) => endpoint.paths.map((path) => [path, endpoint] as const)))(
    '%s is a spelling of the path that is described',
    (path, endpoint) => {
      const own = operations.filter(([, , each]) => idsOf(endpoint).includes(each.operationId));
      const described = own.flatMap(([, template]) => spellingsOfTemplate(template)).map(bare);
      expect(described).toEqual(expect.arrayContaining(spellingsOf(path).map(bare)));
    },
  );

  test('each described operation is served by an endpoint', () => {
    const described = operations.map(([, , { operationId }]) => operationId);
    expect(described.sort()).toEqual(endpoints.flatMap(idsOf).sort());
  });
});

test('every reference is resolved', () => {
  for (const reference of valuesAt('$ref', document) as string[]) {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(reference) ?? [];
    expect([reference, document.components[kind]?.[name]]).toEqual([reference, expect.anything()]);
  }
});

test('no schema of the items of an array is a boolean, which generators of clients reject', () => {
  expect(valuesAt('items', document).filter((items) => typeof items === 'boolean')).toEqual([]);
});

test('operation ids are unique', () => {
  const ids = operations.map(([, , { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(operations)('%s', (_name, path, operation) => {
  test('the operation is described', () => {
    expect(operation.summary).not.toBe('');
    expect(operation.description).toMatch(/Scope of the key: `\w+`|Any key\.|No key is needed\./);
  });

  test('the operation has the parameters of its path', () => {
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(named);
    for (const { name, description } of operation.parameters) {
      expect([name, description]).toEqual([name, expect.stringMatching(/./)]);
    }
  });

  test('the operation has the responses of every operation', () => {
    const isAnonymous = operation.description?.includes('No key is needed.');
    const shared = [...(isAnonymous ? [] : ['403']), '429', '500', '503'];
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(shared));
    for (const { headers } of Object.values(operation.responses)) {
      expect(headers).toHaveProperty('X-Request-Id');
    }
    expect(operation.responses['429']?.headers).toHaveProperty('Retry-After');
  });

  test('the operation has examples of its bodies, which fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    addFormats.default(ajv);
    const responses = Object.values(operation.responses).map(({ content }) => content ?? {});
    const contents = [operation.requestBody?.content ?? {}, ...responses].flatMap(Object.entries);
    for (const [type, content] of contents as [string, Content][]) {
      if ((content.schema as { format?: string }).format === 'binary') continue;
      const { components } = document;
      const check = ajv.compile({ allOf: [content.schema], components });
      const examples = Object.values(content.examples ?? {});
      expect([type, examples]).not.toEqual([type, []]);
      for (const { value } of examples) {
        check(value);
        expect([value, check.errors ?? []]).toEqual([value, []]);
      }
    }
  });
});
