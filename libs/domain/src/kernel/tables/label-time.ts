import { MINUTE_MS } from '../time/durations.ts';
import { hasOffset, parseInstant } from '../time/instant.ts';
import type { Labels } from '../time/label.ts';
import { because, type Reason } from './reasons.ts';

/** The length of `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;

interface Clock {
  readonly zone: string;
  /** The file's times go back: of two equal labels the first cannot be distinguished from the second. */
  readonly isBackwards: boolean;
}

/** The instant (ms) that a time of a table means, or what is wrong with it. */
export function readLabelTime(
  iso: string,
  labels: Labels,
  { zone, isBackwards }: Clock,
): { readonly instant: number } | Reason {
  if (iso === '') return because('missing');
  const read = parseInstant(iso);
  if (read === undefined) return because('not_a_time');
  const ms = Date.parse(read);
  if (ms % MINUTE_MS !== 0 || read.includes('.')) {
    return because('seconds');
  }
  if (hasOffset(iso)) return { instant: ms };
  const label = read.slice(0, MINUTES_END).replace('T', ' ');
  const instant = labels.read(label);
  if (instant === 'invalid') return because('never_shown', { zone });
  if (instant === 'either') return because('either_pass', { label });
  if (instant === 'repeated') return because('repeated_time', { label });
  if (isBackwards && labels.hasRead(label) > 1) {
    return because('repeated_backwards', { label });
  }
  return { instant };
}
