import type { SolanoError } from '@solano/domain/kernel';

/** The members of what may be any JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** A line that can be shown on a terminal. */
const LINE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,500}$/u;
/** In hexadecimal, or decimal. */
const DIGEST = /^[0-9a-f]{1,128}$/;

/** Undefined for what is no JSON object. */
export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

/** Throws an error that names the member for which a check does not hold. */
export function checked(damaged: (reason: string) => SolanoError) {
  return (holds: boolean, member: string): void => {
    if (!holds) throw damaged(`its ${member} is missing or not valid`);
  };
}

/** A whole number from 0 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isLine(value: unknown): value is string {
  return typeof value === 'string' && LINE.test(value);
}

export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}

/** As `toISOString` writes it. */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
}
