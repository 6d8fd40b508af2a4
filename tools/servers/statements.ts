import pg from 'pg';

/** A statement that was sent to PostgreSQL. */
export interface SentStatement {
  /** The name under which connections keep it. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/**
 * Notes every statement that this process sends to PostgreSQL from now on, over whatever connection.
 * Disposing ends that; what was noted stays.
 */
export function watchStatements(): Disposable & { readonly sent: readonly SentStatement[] } {
  const sent: SentStatement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = Object.getOwnPropertyDescriptor(prototype, 'query') as { value: Query };
  prototype.query = function (...args) {
    const [first] = args as [string | (Partial<SentStatement> & { readonly text: string })];
    const { name, text, values = [] } = typeof first === 'string' ? { text: first } : first;
    sent.push({ name, text, values });
    return original.value.apply(this, args);
  };
  return { sent, [Symbol.dispose]: () => Object.defineProperty(prototype, 'query', original) };
}
