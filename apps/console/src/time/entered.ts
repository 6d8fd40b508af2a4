import { clockOf, inputTime, instantsShowing, MINUTE_MS } from './zone.ts';

/** Of a time that the clock shows twice, which is meant; empty: nobody has said. */
export const PASSES = ['first', 'second'] as const;
export type Pass = (typeof PASSES)[number] | '';

/** A time as it is entered on the clock of a zone. */
export interface EnteredTime {
  /** The value of an input for date and time, `YYYY-MM-DDTHH:MM`. */
  readonly text: string;
  readonly pass: Pass;
}

/** Returns an instant as it is entered. */
export function enteredTime(at: number, zone: string): EnteredTime {
  const instants = instantsShowing(clockOf(at, zone), zone);
  const pass = instants.length < 2 ? '' : (PASSES[instants.indexOf(at)] ?? '');
  return { text: inputTime(at, zone), pass };
}

/**
 * Returns the possible instants at which the clock shows a time: none if it skips it,
 * two if it repeats it; the first of those that are not possible.
 */
export function instantsOfText(
  text: string,
  zone: string,
  isPossible: (at: number) => boolean = () => true,
): number[] {
  const clock = Date.parse(`${text}Z`);
  if (Number.isNaN(clock)) return [];
  const instants = instantsShowing(clock, zone);
  const possible = instants.filter(isPossible);
  return possible.length === 0 ? instants.slice(0, 1) : possible;
}

/** By the codes of the service; `either_pass`: the clock shows the time twice. */
export type TimeProblem = 'not_a_time' | 'skipped' | 'either_pass';

interface ReadingOptions {
  /** The instant that the time stands for unless it was changed, in ISO 8601: a clock shows no seconds. */
  readonly known?: string | undefined;
  /** Tells which instant of a repeated time can be meant; the first, if neither can. */
  readonly isPossible?: (at: number) => boolean;
}

/** Reads an entered time. */
export function readTime(
  { text, pass }: EnteredTime,
  zone: string,
  { known = '', isPossible }: ReadingOptions = {},
): { readonly at: number } | { readonly problem: TimeProblem } {
  const instants = instantsOfText(text, zone, isPossible);
  if (Number.isNaN(Date.parse(`${text}Z`))) return { problem: 'not_a_time' };
  if (instants.length === 0) return { problem: 'skipped' };
  if (instants.length > 1 && pass === '') return { problem: 'either_pass' };
  const at = instants[pass === 'second' ? 1 : 0] ?? instants[0] ?? Number.NaN;
  const before = Date.parse(known);
  return { at: Math.floor(before / MINUTE_MS) * MINUTE_MS === at ? before : at };
}
