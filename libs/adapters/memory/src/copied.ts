/** A deep copy of records, in a fraction of the time of `structuredClone` for small ones. */
export function copied<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Date) return new Date(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value as Record<string, unknown>))
    copy[name] = copyOf(part);
  return copy;
}
