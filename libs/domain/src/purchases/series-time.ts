import { MINUTE_MS } from '../time/durations.ts';
import { hasOffset, parseInstant } from '../time/instant.ts';
import type { LabelReader } from '../time/label.ts';

/** The length of `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;

interface Clock {
  readonly zone: string;
  /** The file's times go back: of two equal labels the first cannot be distinguished from the second. */
  readonly isBackwards: boolean;
}

/** The instant (ms) that a time of a series means, or what is wrong with it. */
export function readSeriesTime(
  iso: string,
  labels: LabelReader,
  { zone, isBackwards }: Clock,
): { readonly instant: number } | { readonly reason: string } {
  if (iso === '') return { reason: 'is missing' };
  const read = parseInstant(iso);
  if (read === undefined) return { reason: 'is not a date and time' };
  const ms = Date.parse(read);
  if (ms % MINUTE_MS !== 0 || read.includes('.')) {
    return { reason: 'has seconds, where labels have minutes' };
  }
  if (hasOffset(iso)) return { instant: ms };
  const label = read.slice(0, MINUTES_END).replace('T', ' ');
  const instant = labels.read(label);
  if (instant === 'invalid') return { reason: `is a time that the clock of ${zone} never shows` };
  if (instant === 'repeated') return { reason: `repeats the datetime ${label}` };
  if (isBackwards && labels.hasRead(label) > 1) {
    const reason = `repeats the datetime ${label} in a file that runs backwards: sort it, or write offsets`;
    return { reason };
  }
  return { instant };
}
