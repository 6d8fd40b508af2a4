import { fill } from '../i18n/language.ts';
import { readTyped } from '../i18n/typed-number.ts';
import type { Plant } from '../plants/data.ts';
import { clockOf, DAY_MS, HOUR_MS, instantOf, MADRID, MINUTE_MS } from '../time/zone.ts';
import { aboveNominal } from '../unavailabilities/above-nominal.ts';
import type { Outage, OutageBody } from '../unavailabilities/data.ts';
import { t } from './texts.ts';

/** What is to become of all selected outages, as entered; an empty text changes nothing. */
export interface Entered {
  /** How far start and end are moved; negative: earlier. */
  readonly shift: string;
  readonly shiftUnit: 'minutes' | 'hours' | 'days';
  readonly endsNow: boolean;
  readonly available: string;
  readonly type: Outage['availability_type'] | '';
  readonly observations: string;
}

export const UNCHANGED: Entered = {
  shift: '',
  shiftUnit: 'hours',
  endsNow: false,
  available: '',
  type: '',
  observations: '',
};

/** A change of many outages, in numbers. */
export interface Change {
  /** Ms of a clock without changes of the hour for days, else of time. */
  readonly shiftMs: number;
  readonly isByClock: boolean;
  readonly endsNow: boolean;
  readonly fields: Partial<OutageBody>;
}

const UNIT_MS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS };

/** Returns the change that was entered, or the problems by field. */
export function readChange(
  entered: Entered,
): { readonly change: Change } | { readonly problems: Readonly<Record<string, string[]>> } {
  const { shift, shiftUnit, available, type, observations, endsNow } = entered;
  const [shifted, left] = [numberOf(shift, true), numberOf(available, false)];
  const problems = {
    ...('problem' in shifted && { shift: [shifted.problem] }),
    ...('problem' in left && { available: [left.problem] }),
  };
  if ('problem' in shifted || 'problem' in left) return { problems };
  if (Object.values({ ...entered, shiftUnit: '' }).every((each) => !each))
    return { problems: { shift: [t.nothingEntered] } };
  const fields = {
    ...(left.value !== undefined && { available_power_mw: left.value }),
    ...(type !== '' && { availability_type: type }),
    ...(observations !== '' && { observations }),
  };
  const shiftMs = Math.round((shifted.value ?? 0) * UNIT_MS[shiftUnit]);
  return { change: { shiftMs, isByClock: shiftUnit === 'days', endsNow, fields } };
}

function numberOf(
  text: string,
  isSmall: boolean,
): { readonly value?: number } | { readonly problem: string } {
  if (text.trim() === '') return {};
  const typed = readTyped(text, { isSmall });
  return 'problem' in typed ? typed : { value: Number(typed.decimal) };
}

/**
 * Returns the fields of an outage that a change gives it.
 *
 * @param now in ms of Unix time, at which those end that are to end now.
 * @param plant whose clock days are counted by.
 * @throws Impossible where one is to end now that is not going on, or more is to be available than
 * the plant's nominal capacity.
 */
export function changed(
  outage: Outage,
  change: Change,
  now: number,
  plant: Plant | undefined,
): OutageFields {
  const problem = aboveNominal(change.fields.available_power_mw ?? 0, plant);
  if (problem !== undefined) throw new Impossible(problem);
  const zone = plant?.timezone ?? MADRID;
  const times = [outage.start_time_utc, outage.end_time_utc].map((text) => Date.parse(text));
  const [start = 0, end = 0] = times.map((at) => shifted(at, change, zone));
  if (change.endsNow && (now <= start || now >= end))
    throw new Impossible(fill(t.notGoingOn, { plant: outage.plant_id }));
  const isMoved = change.shiftMs !== 0;
  return {
    ...change.fields,
    ...(isMoved && { start_time_utc: iso(start) }),
    ...((isMoved || change.endsNow) && { end_time_utc: iso(change.endsNow ? now : end) }),
  };
}

type OutageFields = Partial<OutageBody>;

/** An outage cannot be changed so; the message says why. */
export class Impossible extends Error {}

function shifted(at: number, { shiftMs, isByClock }: Change, zone: string): number {
  if (shiftMs === 0) return at;
  return isByClock ? instantOf(clockOf(at, zone) + shiftMs, zone) : at + shiftMs;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
