import { fieldMessage, fieldName } from './field-words.ts';

/** A response that is not a success: its status and its messages. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(messageOf(body) ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
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
}

function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string' && body !== '') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, detail } = body as { error?: unknown; detail?: unknown };
  if (typeof error === 'string') return error;
  if (typeof detail === 'string') return detail;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return (
    lists
      .map(
        ([name, list]) => `${fieldName(name)}: ${(list as string[]).map(fieldMessage).join(' ')}`,
      )
      .join('\n') || undefined
  );
}
