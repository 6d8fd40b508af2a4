import { SolanoError } from '../errors.ts';
import type { Session } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';

interface Bounds {
  /** Both inclusive. */
  readonly least: number;
  readonly most: number;
  /** How many digits it may have after the point. */
  readonly decimals: number;
}

interface NumberParameter extends Bounds {
  readonly kind: 'number';
  readonly default: number;
}

/** A number for each session, within the same bounds. */
interface SessionParameter extends Bounds {
  readonly kind: 'sessions';
  readonly default: Readonly<Record<Session, number>>;
}

/** What a model can be told, by the name used in settings. */
export type ParameterTable = Readonly<Record<string, NumberParameter | SessionParameter>>;

/** The values for a {@link ParameterTable}. */
export type Parameters<T extends ParameterTable = ParameterTable> = {
  readonly [K in keyof T]: ValueOf<T[K]>;
};

type ValueOf<R> = R extends NumberParameter ? number : Readonly<Record<Session, number>>;

/** The value of every parameter that nobody has set. */
export function defaultsOf<T extends ParameterTable>(table: T): Parameters<T> {
  const entries = Object.entries(table).map(([name, rule]) => [name, rule.default]);
  return Object.fromEntries(entries) as Parameters<T>;
}

/**
 * Lays settings over the defaults; a session that a setting does not name keeps its default.
 * Errors: `invalid_request` naming the `path` of the first value that does not fit.
 */
export function readParameters<T extends ParameterTable>(
  table: T,
  settings: unknown,
  path: string,
): Parameters<T> {
  const values: Record<string, unknown> = { ...defaultsOf(table) };
  for (const [name, value] of Object.entries(requireObject(settings, path))) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!rule) throw refusal(`${path}.${name}`, `is no parameter of this model`);
    values[name] = readValue(rule, value, `${path}.${name}`);
  }
  return values as Parameters<T>;
}

function readValue(rule: NumberParameter | SessionParameter, value: unknown, path: string) {
  if (rule.kind === 'number') return readNumber(rule, value, path);
  const values: Record<Session, number> = { ...rule.default };
  for (const [name, number] of Object.entries(requireObject(value, path))) {
    const known = SESSIONS.find(({ session }) => session === name);
    if (!known) throw refusal(`${path}.${name}`, 'is no market session');
    values[known.session] = readNumber(rule, number, `${path}.${name}`);
  }
  return values;
}

function readNumber({ least, most, decimals }: Bounds, value: unknown, path: string): number {
  const fits = typeof value === 'number' && value >= least && value <= most;
  if (fits && Number(value.toFixed(decimals)) === value) return value;
  const digits = `with ${decimals} digits after the point at most`;
  throw refusal(path, `must be a number from ${least} to ${most}, ${digits}`);
}

function requireObject(value: unknown, path: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw refusal(path, 'must be an object');
}

function refusal(path: string, reason: string): SolanoError {
  return new SolanoError('invalid_request', `${path} ${reason}.`);
}
