import { fieldMessage, fieldName } from './field-words.ts';

/** A response that is not a success: its status, its messages and when to try again. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** The sentence of the service, in English; undefined where it has none, or one for each field. */
  readonly said: string | undefined;
  /** Seconds until the request may be repeated, as the service said. */
  readonly retryAfter: number | undefined;
  /** What the request needs to be permitted: a command of the operator, or the scope of a key. */
  readonly needs: string | undefined;

  /** @param scope that the request needs. */
  constructor(status: number, body: unknown, headers = new Headers(), scope?: string) {
    const said = sentenceOf(body);
    super(said ?? fieldsText(body) ?? `HTTP ${status}`);
    this.said = said;
    this.status = status;
    this.body = body;
    const seconds = headers.get('Retry-After') ?? '';
    this.retryAfter = /^\d+$/.test(seconds) ? Number(seconds) : undefined;
    this.needs = /rel="help"; title="[^"]*: ([^"]+)"/.exec(headers.get('Link') ?? '')?.[1] ?? scope;
  }

  /** Messages by field in the language of the page, where the body is keyed so. */
  get fields(): Record<string, string[]> {
    const entries = Object.entries((this.body ?? {}) as Record<string, unknown>);
    return Object.fromEntries(
      entries
        .filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
        .map(([name, list]) => [name, list.map(fieldMessage)]),
    );
  }

  /** Whether the same request may succeed later, without any change. */
  get isTransient(): boolean {
    return this.status > 500 || this.status === 429;
  }
}

function sentenceOf(body: unknown): string | undefined {
  if (typeof body === 'string' && body !== '') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, detail } = body as { error?: unknown; detail?: unknown };
  if (typeof error === 'string') return error;
  return typeof detail === 'string' ? detail : undefined;
}

/** The messages of the fields, in the language of the page. */
function fieldsText(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return (
    lists
      .map(
        ([name, list]) => `${fieldName(name)}: ${(list as string[]).map(fieldMessage).join(' ')}`,
      )
      .join('\n') || undefined
  );
}
