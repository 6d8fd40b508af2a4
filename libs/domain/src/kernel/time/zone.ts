import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Shorter than any two changes of offset that a zone has had, so no pair hides between samples. */
const SAMPLE_MS = 15 * DAY_MS;

/** A run of constant offset within one UTC year; all in ms, the end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/**
 * The offsets of one IANA zone. Each year's changes are found once and kept (a few spans a year):
 * asking the time zone database for every row of a series is what makes date arithmetic slow.
 */
export class Zone {
  readonly name: string;
  readonly #iana: IANAZone;
  readonly #years = new Map<number, Span[]>();
  #last: Span = { start: 0, end: 0, offset: 0 };

  /** @throws RangeError when `name` is no IANA zone. */
  constructor(name: string) {
    if (!isZoneName(name)) throw new RangeError(`Unknown time zone: ${name}`);
    this.name = name;
    this.#iana = IANAZone.create(name);
  }

  /** Offset from UTC at an instant (ms since the epoch), in ms, positive east of Greenwich. */
  offsetAt(instant: number): number {
    if (instant < this.#last.start || instant >= this.#last.end) this.#last = this.#find(instant);
    return this.#last.offset;
  }

  /**
   * The instants at which the zone's clock shows a wall time, in order: none in the gap of
   * spring, two in the repeated hour of autumn. `wall` is the wall time in ms, read as UTC.
   */
  instantsOf(wall: number): number[] {
    const before = this.offsetAt(wall - DAY_MS);
    const after = this.offsetAt(wall + DAY_MS);
    const isShown = (instant: number) => instant + this.offsetAt(instant) === wall;
    if (before === after) return isShown(wall - before) ? [wall - before] : [];
    return [wall - before, wall - after].filter(isShown).sort((a, b) => a - b);
  }

  #find(instant: number): Span {
    const year = new Date(instant).getUTCFullYear();
    let spans = this.#years.get(year);
    if (!spans) {
      spans = this.#spansOf(year);
      this.#years.set(year, spans);
    }
    return spans.find((span) => instant < span.end) as Span;
  }

  #spansOf(year: number): Span[] {
    const last = startOfYear(year + 1);
    const spans: Span[] = [];
    let start = startOfYear(year);
    while (start < last) {
      const end = this.#changeAfter(start, last);
      spans.push({ start, end, offset: this.#offset(start) });
      start = end;
    }
    return spans;
  }

  /** The first change of offset after `start`, or `limit` where there is none before it. */
  #changeAfter(start: number, limit: number): number {
    const offset = this.#offset(start);
    let same = start;
    while (same < limit) {
      const next = Math.min(same + SAMPLE_MS, limit);
      if (this.#offset(next) !== offset) return this.#bisect(same, next, offset);
      same = next;
    }
    return limit;
  }

  #bisect(same: number, changed: number, offset: number): number {
    let low = same;
    let high = changed;
    while (high - low > SECOND_MS) {
      const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
      if (this.#offset(middle) === offset) low = middle;
      else high = middle;
    }
    return high;
  }

  #offset(instant: number): number {
    return Math.round(this.#iana.offset(instant) * MINUTE_MS);
  }
}

/**
 * Names of zones that were asked for, in lower case: some hundreds at most. To ask the engine makes a
 * formatter of 50 kB outside the heap, which only a full collection frees.
 */
const known = new Set<string>();

/** Whether a text names an IANA zone. Offsets such as `+01:00`, which newer engines take, do not. */
export function isZoneName(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(text)) return false;
  const name = text.toLowerCase();
  if (known.has(name)) return true;
  const isKnown = IANAZone.isValidZone(text);
  if (isKnown) known.add(name);
  return isKnown;
}

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}
