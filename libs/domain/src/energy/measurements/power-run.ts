import { MINUTE_MS } from '@solano/domain/kernel';

/** Lengths of measured periods in minutes. */
export const STEPS = [5, 10, 15, 30, 60] as const;
export type Step = (typeof STEPS)[number];

/** All periods begin and end on this grid (ms). */
export const SLOT_MS = 5 * MINUTE_MS;

/** Mean power of consecutive periods of one length. */
export interface PowerRun {
  /** Start of the first period (ms), on the grid of {@link SLOT_MS}. */
  readonly start: number;
  readonly step: Step;
  /** Integers of micro-MW, one a period; at least one. */
  readonly microMw: ArrayLike<number>;
}

/** A run as it was delivered. */
export interface DeliveredRun extends PowerRun {
  /** When it was delivered (ms). */
  readonly deliveredAt: number;
  /** From when on (ms) it no longer counts, if it was taken back. */
  readonly takenBackAt?: number | undefined;
}

/** A period with its mean power. */
export interface PowerPeriod {
  readonly start: number;
  readonly end: number;
  readonly microMw: number;
}

/** The end (ms) of a run's last period. */
export function endOfRun({ start, step, microMw }: PowerRun): number {
  return start + microMw.length * step * MINUTE_MS;
}

/** Joins periods in order of start, none overlapping, into runs; a gap or another length begins a new one. */
export function* runsOf(
  periods: Iterable<{ readonly start: number; readonly step: Step; readonly microMw: number }>,
): Generator<PowerRun> {
  let run: { start: number; step: Step; microMw: number[] } | undefined;
  for (const { start, step, microMw } of periods) {
    if (run && run.step === step && endOfRun(run) === start) {
      run.microMw.push(microMw);
      continue;
    }
    if (run) yield run;
    run = { start, step, microMw: [microMw] };
  }
  if (run) yield run;
}
