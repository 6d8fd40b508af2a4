import { type Attributes, SpanKind } from '@opentelemetry/api';

/** Texts that are written anew for each length of a list would be without end. */
const MAX_KNOWN = 1_000;
const MAX_SUMMARY_LENGTH = 255;

/** The names by which Prisma's statements are prepared say nothing, and each thread has its own. */
const NUMBERED = /^prisma-\d+$/;
const LITERAL = /'(?:[^']|'')*'/g;
const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** The names of common table expressions, which are no tables. */
const EXPRESSION = /(\w+)\s*(?:\([^()]*\)\s*)?\bAS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/gi;
/** Words that look like a part of another statement: `FOR UPDATE`, `DO UPDATE`, `DISTINCT FROM`, `extract(epoch FROM …)`. */
const NO_PART =
  /\b(?:FOR|KEY|DO)\s+UPDATE\b|\bDISTINCT\s+FROM\b|\b(?:extract|trim|substring|overlay)\s*\([^()]*\)/gi;
const NAME = String.raw`(?:ONLY\s+)?((?:"?\w+"?\.)?"?\w+"?)(?!\s*\(|["\w.])`;
const PART = new RegExp(
  String.raw`\b(SELECT)\b|\b(INSERT)\s+INTO\s+((?:"?\w+"?\.)?"?\w+"?)|\b(UPDATE|DELETE\s+FROM|FROM|JOIN|USING|LOCK\s+TABLE)\s+${NAME}`,
  'gi',
);

interface Part {
  readonly operation: string;
  readonly tables: string[];
}

/** What a span has of a statement. */
export interface StatementDescription {
  /** Operations and the tables of each. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

/**
 * Describes statements as the conventions of OpenTelemetry say: by operation and table, never by their text.
 * https://opentelemetry.io/docs/specs/semconv/database/database-spans/
 */
export class StatementDescriptions {
  readonly #known = new Map<string, StatementDescription>();

  /** @param prepared the name by which connections know the statement. */
  of(text: string, prepared?: string): StatementDescription {
    // A name of the service's own stands for one text, and is found sooner than a text that has been written anew.
    const own = prepared && !NUMBERED.test(prepared) ? prepared : undefined;
    const key = own ?? text;
    const known = this.#known.get(key);
    if (known) return known;
    const made = describe(text, own);
    if (this.#known.size < MAX_KNOWN) this.#known.set(key, made);
    return made;
  }
}

function describe(text: string, own: string | undefined): StatementDescription {
  const parts = partsOf(text);
  const name = parts
    .map(({ operation, tables }) => [operation, ...tables].join(' '))
    .join(' ')
    .slice(0, MAX_SUMMARY_LENGTH);
  const [only] = parts.length === 1 ? parts : [];
  const [table] = only?.tables.length === 1 ? only.tables : [];
  const attributes = {
    'db.system.name': 'postgresql',
    ...(only && { 'db.operation.name': only.operation }),
    ...(table === undefined ? { 'db.query.summary': name } : { 'db.collection.name': table }),
    ...(own !== undefined && { 'solano.statement': own }),
  };
  return { name, kind: SpanKind.CLIENT, attributes };
}

/** The operations of a statement, in their order, with the tables of each; of another statement its first word. */
function partsOf(text: string): Part[] {
  const plain = text.replaceAll(COMMENT, ' ').replaceAll(LITERAL, "''").replaceAll(NO_PART, ' ');
  const expressions = new Set(
    Array.from(plain.matchAll(EXPRESSION), ([, name = '']) => name.toLowerCase()),
  );
  const parts: Part[] = [];
  for (const [, select, insert, into, word = '', name] of plain.matchAll(PART)) {
    const operation = (select ?? insert ?? operationOf(word)).toUpperCase();
    if (operation !== '') parts.push({ operation, tables: [] });
    const table = tableOf(into ?? name);
    const tables = parts.at(-1)?.tables;
    if (table && !expressions.has(table) && !tables?.includes(table)) tables?.push(table);
  }
  const [first = ''] = /\w+/.exec(plain) ?? [];
  return parts.length === 0 ? [{ operation: first.toUpperCase(), tables: [] }] : merged(parts);
}

/** The operation that a word before a table begins; none where it only names a table of one. */
function operationOf(word: string): string {
  const [first = ''] = word.split(/\s/);
  return /^(?:FROM|JOIN|USING)$/i.test(first) ? '' : first;
}

function tableOf(name: string | undefined): string | undefined {
  return name?.split('.').at(-1)?.replaceAll('"', '').toLowerCase();
}

/** Without the parts that read no table beside others, and without repetitions. */
function merged(parts: readonly Part[]): Part[] {
  const made: Part[] = [];
  for (const { operation, tables } of parts) {
    const isEmpty = tables.length === 0 && parts.some((part) => part.tables.length > 0);
    const known = made.some(
      (each) =>
        each.operation === operation && tables.every((table) => each.tables.includes(table)),
    );
    if (!isEmpty && !known) made.push({ operation, tables });
  }
  return made;
}
