import { isoText } from './iso-text.ts';
import type { FieldTable } from './record.ts';

/** The fields that the service adds to every record. */
export interface Timestamps {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Returns a function that turns records into JSON objects, by the names that callers know. Dates are texts
 * already, and all objects have one shape: `JSON.stringify` is several times faster with such.
 */
export function recordJson<T extends object>(
  table: FieldTable<T>,
): (record: T & Timestamps) => object {
  const keys = Object.keys(table) as (keyof T)[];
  const fields: readonly (readonly [keyof (T & Timestamps), string])[] = [
    ['id', 'id'],
    ...keys.map((key) => [key, table[key].name] as const),
    ['createdAt', 'created_at'],
    ['updatedAt', 'updated_at'],
  ];
  const shape: Record<string, unknown> = Object.fromEntries(fields.map(([, name]) => [name, null]));
  return (record) => {
    const json = { ...shape };
    for (const [key, name] of fields) {
      const value: unknown = record[key];
      json[name] = value instanceof Date ? isoText(value) : value;
    }
    return json;
  };
}
