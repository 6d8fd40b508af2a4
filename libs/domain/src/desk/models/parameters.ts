import { SESSIONS, type Session } from '@solano/domain/market';

interface Bounds {
  /** Both inclusive. */
  readonly min: number;
  readonly max: number;
  /** How many digits it may have after the point. */
  readonly decimals: number;
}

interface NumberParameter extends Bounds {
  readonly kind: 'number';
  readonly default: number;
}

/** A number, or null: none. */
interface OptionalParameter extends Bounds {
  readonly kind: 'optional';
  readonly default: null;
}

/** A number for each session, within the same bounds. */
interface SessionParameter extends Bounds {
  readonly kind: 'sessions';
  readonly default: Readonly<Record<Session, number>>;
}

/** The parameters of a model, by the name used in settings. */
export type ParameterTable = Readonly<
  Record<string, NumberParameter | OptionalParameter | SessionParameter>
>;

/** The fee for every MWh traded, the same in all sessions. */
export const FEE = {
  kind: 'number',
  default: 0.25,
  min: 0,
  max: 1000,
  decimals: 3,
} as const satisfies NumberParameter;

/** The values for a {@link ParameterTable}. */
export type Parameters<T extends ParameterTable = ParameterTable> = {
  readonly [K in keyof T]: ValueOf<T[K]>;
};

type ValueOf<R> = R extends NumberParameter
  ? number
  : R extends OptionalParameter
    ? number | null
    : Readonly<Record<Session, number>>;

/** The default of every parameter. */
export function defaultsOf<T extends ParameterTable>(table: T): Parameters<T> {
  const entries = Object.entries(table).map(([name, rule]) => [name, rule.default]);
  return Object.fromEntries(entries) as Parameters<T>;
}

/**
 * Lays settings over the defaults; a session that a setting does not name keeps its default.
 * Invalid settings are added to `problems`, each with its path below `path`.
 */
export function readParameters<T extends ParameterTable>(
  table: T,
  settings: unknown,
  path: string,
  problems: string[],
): Parameters<T> {
  const values: Record<string, unknown> = { ...defaultsOf(table) };
  for (const [name, value] of membersOf(settings, path, problems)) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!rule) problems.push(`${path}.${name} is no parameter of this model.`);
    else values[name] = readValue(rule, value, `${path}.${name}`, problems);
  }
  return values as Parameters<T>;
}

function readValue(rule: ParameterTable[string], value: unknown, path: string, problems: string[]) {
  if (rule.kind === 'optional' && value === null) return null;
  if (rule.kind !== 'sessions') return readNumber(rule, value, path, problems);
  const values: Record<Session, number> = { ...rule.default };
  for (const [name, number] of membersOf(value, path, problems)) {
    const known = SESSIONS.find(({ session }) => session === name);
    if (!known) problems.push(`${path}.${name} is no market session.`);
    else values[known.session] = readNumber(rule, number, `${path}.${name}`, problems);
  }
  return values;
}

/** The number, NaN where it does not fit. */
function readNumber(
  { min, max, decimals }: Bounds,
  value: unknown,
  path: string,
  problems: string[],
): number {
  const fits = typeof value === 'number' && value >= min && value <= max;
  if (fits && Number(value.toFixed(decimals)) === value) return value;
  const digits = `with ${decimals} digits after the point at most`;
  problems.push(`${path} must be a number from ${min} to ${max}, ${digits}.`);
  return Number.NaN;
}

function membersOf(value: unknown, path: string, problems: string[]): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  problems.push(`${path} must be an object.`);
  return [];
}

/** An operator's settings for one model; a missing one keeps the model's default. */
export interface StrategySetting {
  readonly idmodel: number;
  readonly enabled: boolean;
  readonly parameters: Parameters;
}
