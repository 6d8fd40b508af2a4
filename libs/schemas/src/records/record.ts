import { type Checked, FieldProblems } from '@solano/domain/kernel';
import { z } from 'zod';
import { responseInstant, uuid } from '../values.ts';

/** The request and response schemas of a field of a record. */
interface FieldRule<T> {
  /** The field's name in the API. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** The schema of responses, if it is another. */
  readonly responseSchema?: z.ZodType;
  /** Digits after the point of a decimal, which is given as text, as the JSON has it. */
  readonly decimals?: number;
  /** A time as `YYYY-MM-DD HH:MM`, or empty. */
  readonly isTime?: true;
  /** The value of an omitted field; undefined: the field is required. */
  readonly fallback?: T;
}

/** The one description of a record's fields, in the order in which they are shown. */
export type FieldTable<T> = { readonly [K in keyof T]-?: FieldRule<T[K]> };

/** The API's name of a field of the domain; any other name is returned unchanged. */
export function publicNameOf<T extends object>(table: FieldTable<T>, field: string): string {
  return Object.hasOwn(table, field) ? table[field as keyof T].name : field;
}

/**
 * Checks every field of a record; problems stand under the field's name in the domain. Fields that
 * the table does not know are left alone.
 */
export function checkAll<T extends object>(table: FieldTable<T>, body: object): Checked<T> {
  return check(table, body, true) as Checked<T>;
}

/** Checks those fields that the body has. */
export function checkPartial<T extends object>(
  table: FieldTable<T>,
  body: object,
): Checked<Partial<T>> {
  return check(table, body, false);
}

/** The body that creates or replaces a record: a field without a fallback is required. */
export function wholeBody<T extends object>(table: FieldTable<T>) {
  return objectOf(table, ({ schema, fallback }) => {
    return fallback === undefined ? schema : schema.optional();
  });
}

/** The body that changes some fields of a record. */
export function partialBody<T extends object>(table: FieldTable<T>) {
  return objectOf(table, ({ schema }) => schema.optional());
}

/** A record as it is shown, with what the service adds to its fields. */
export function responseRecord<T extends object>(table: FieldTable<T>) {
  return z.object({
    id: uuid('Set by the service.'),
    ...objectOf(table, (rule) => rule.responseSchema ?? rule.schema).shape,
    created_at: responseInstant('Set by the service.'),
    updated_at: responseInstant('Set by the service; of the last change.'),
  });
}

/** The fields that a body may leave out, by their names in the API, with their default values. */
export function defaultsOf<T extends object>(table: FieldTable<T>): Record<string, unknown> {
  const optional = keysOf(table).filter((key) => table[key].fallback !== undefined);
  return Object.fromEntries(optional.map((key) => [table[key].name, table[key].fallback]));
}

/** The names of the fields that are decimals. */
export function decimalNames<T extends object>(table: FieldTable<T>): ReadonlySet<string> {
  const decimals = keysOf(table).filter((key) => table[key].decimals !== undefined);
  return new Set(decimals.map((key) => table[key].name));
}

function objectOf<T extends object>(
  table: FieldTable<T>,
  schemaOf: (rule: FieldRule<T[keyof T]>) => z.ZodType,
) {
  const entries = keysOf(table).map((key) => [table[key].name, schemaOf(table[key])] as const);
  return z.object(Object.fromEntries(entries));
}

function check<T extends object>(
  table: FieldTable<T>,
  body: object,
  all: boolean,
): Checked<Partial<T>> {
  const problems = new FieldProblems();
  const valid: Partial<T> = {};
  let isValid = true;
  for (const key of keysOf(table)) {
    const { name, schema, fallback } = table[key];
    const value = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    if (value === undefined && !all) continue;
    const read = schema.safeParse(value === undefined ? fallback : value);
    if (read.success) {
      valid[key] = read.data;
    } else {
      isValid = false;
      for (const { message } of read.error.issues) problems.add(String(key), message);
    }
  }
  return { problems, valid, ...(isValid && { fields: valid }) };
}

function keysOf<T extends object>(table: FieldTable<T>): (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}
