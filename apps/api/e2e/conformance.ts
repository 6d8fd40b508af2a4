import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A request of a test, and its response. */
export interface Exchange {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** The body, if it was JSON. */
  readonly sent?: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Schema {
  additionalProperties?: unknown;
  readonly properties?: object;
}

interface DescribedResponse {
  readonly headers?: Record<string, { required?: boolean; schema: Schema; $ref?: string }>;
  readonly content?: Record<string, { schema: Schema }>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, DescribedResponse>;
}

/** The parts of an OpenAPI document that the checks read. */
export interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly headers: Record<string, { required?: boolean; schema: Schema }>;
    readonly responses: Record<string, DescribedResponse>;
  };
}

/** A response of the document with its position in it, as a JSON pointer. */
interface ResponseLocation {
  readonly name: string;
  readonly pointer: string;
  readonly response: DescribedResponse;
}

/** Statuses of responses that do not depend on the method. */
const BEFORE_METHODS = ['401', '403', '429', '503'];
const FOUND_BY = /\{[^}]+\}/g;

/**
 * Returns a check of responses against an OpenAPI document: their status, headers, media type and
 * body, and that the document allows each accepted request body. A body may have no member that the
 * document does not name. The check throws if an exchange does not fit.
 */
export function conformanceTo(document: Document): (exchange: Exchange) => void {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'taken');
  ajv.addSchema(closed(document), 'answered');
  const find = operationFinder(document);

  const validate = (where: string, pointer: string, value: unknown) => {
    const check = ajv.getSchema(pointer);
    if (!check) throw new Error(`The document has no schema at ${pointer}.`);
    if (check(value)) return;
    throw new Error(`${where} does not fit the document: ${ajv.errorsText(check.errors)}`);
  };

  return (exchange) => {
    const { method, path, status, sent } = exchange;
    const place = pathOf(document, find(path), exchange);
    if (!place) throw new Error(`${method} ${path}: ${status} is not in the document.`);
    const where = `${place.name} (${method} ${path}): ${status}`;
    checkHeaders(document, place, exchange, (name, value) => {
      validate(`${where}, header ${name}`, headerPointer(place, name), value);
    });
    checkBody(place, exchange, where, validate);
    const operation = find(path)?.[method.toLowerCase()];
    const taken = operation?.requestBody?.content['application/json'];
    if (status < 300 && taken && sent !== undefined) {
      const pointer = `taken#${operation.at}/requestBody/content/application~1json/schema`;
      validate(`${where}, the request`, pointer, sent);
    }
  };
}

type Found = Operation & { readonly at: string };
type Methods = Record<string, Found>;

/**
 * Finds the operations of a path, whose parameters may be empty; a path without parameters is found
 * before one with them.
 */
function operationFinder({ paths }: Document): (path: string) => Methods | undefined {
  const templates = Object.entries(paths).map(([template, methods]) => {
    const names = template.match(FOUND_BY) ?? [];
    const fixed = template.replace(/\/$/, '').replaceAll('.', '\\.');
    const form = fixed.replace(/\/\{[^}]+\}$/, '(/[^/]*)?').replace(FOUND_BY, '[^/]*');
    const at = `/paths/${template.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const found = Object.entries(methods).map(([method, operation]) => {
      return [method, { ...operation, at: encodeURI(`${at}/${method}`) }] as const;
    });
    return { form: new RegExp(`^${form}/?$`), names, methods: Object.fromEntries(found) };
  });
  templates.sort((a, b) => a.names.length - b.names.length);
  return (path) => {
    const [plain = ''] = path.split('?', 1);
    return templates.find(({ form }) => form.test(plain))?.methods;
  };
}

/** The response that the document has for an exchange. */
function pathOf(
  { components }: Document,
  methods: Methods | undefined,
  { method, status }: Exchange,
): ResponseLocation | undefined {
  const common = (name: string): ResponseLocation => {
    const response = components.responses[name] as DescribedResponse;
    return { name, pointer: `answered#/components/responses/${name}`, response };
  };
  if (!methods) return status === 404 ? common('UnknownPath') : undefined;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = methods[verb];
  if (!operation && status === 405) return common('MethodNotAllowed');
  const sibling = BEFORE_METHODS.includes(String(status)) ? Object.values(methods)[0] : undefined;
  const found = operation ?? sibling;
  const response = found?.responses[status];
  if (!found || !response) return undefined;
  const pointer = `answered#${found.at}/responses/${status}`;
  return { name: found.operationId, pointer, response };
}

function checkHeaders(
  { components }: Document,
  { name: operation, response }: ResponseLocation,
  { headers }: Exchange,
  validate: (name: string, value: string) => void,
): void {
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const { $ref } = header;
    const { required } = $ref === undefined ? header : (components.headers[nameOf($ref)] ?? {});
    const value = headers.get(name);
    if (value !== null) validate(name, value);
    else if (required) throw new Error(`${operation}: the response has no ${name}.`);
  }
}

function headerPointer({ pointer, response }: ResponseLocation, name: string): string {
  const $ref = response.headers?.[name]?.$ref;
  if ($ref === undefined) return `${pointer}/headers/${name}/schema`;
  return `answered#/components/headers/${nameOf($ref)}/schema`;
}

/** The name of a component. */
function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function checkBody(
  { response, pointer }: ResponseLocation,
  { method, headers, text }: Exchange,
  where: string,
  validate: (where: string, pointer: string, value: unknown) => void,
): void {
  if (method === 'HEAD' || !response.content) {
    if (text !== '') throw new Error(`${where} has a body: ${text.slice(0, 200)}`);
    return;
  }
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (!response.content[type]) throw new Error(`${where} is of the type "${type}".`);
  if (type !== 'application/json') return;
  const schema = `${pointer}/content/application~1json/schema`;
  validate(where, schema, JSON.parse(text));
}

/** The same document with objects that have the named properties alone. */
function closed<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => closed(each as unknown)) as T;
  const entries = Object.entries(value).map(([name, each]) => [name, closed(each as unknown)]);
  const copy = Object.fromEntries(entries) as Schema;
  if (copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy as T;
}
