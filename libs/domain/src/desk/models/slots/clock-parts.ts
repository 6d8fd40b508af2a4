import { clockQuarter } from '@solano/domain/kernel';
import { minutesWithin, type Period, quartersOf } from '@solano/domain/market';

/** The quarter hours of the clock that a period lies in, and its minutes in each. */
export interface ClockParts {
  /** The same for periods at the same time of day. */
  readonly name: string;
  readonly quarters: readonly { readonly clock: number; readonly minutes: number }[];
}

/** Kept for as long as a period is: models and the evaluation ask for each of its sessions. */
const partsOf = new WeakMap<Period, ClockParts>();

export function clockParts(period: Period): ClockParts {
  const known = partsOf.get(period);
  if (known) return known;
  const quarters = Array.from(quartersOf(period), (quarter) => ({
    clock: clockQuarter(quarter),
    minutes: minutesWithin(quarter, period),
  }));
  const name = quarters.map(({ clock, minutes }) => `${clock} ${minutes}`).join();
  const parts = { name, quarters };
  partsOf.set(period, parts);
  return parts;
}
