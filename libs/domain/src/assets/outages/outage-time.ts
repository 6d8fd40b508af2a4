import {
  hasOffset,
  isZoneName,
  MINUTE_MS,
  parseInstant,
  parseWallTime,
  type UtcInstant,
  Zone,
} from '@solano/domain/kernel';
import { IANAZone } from 'luxon';

/** The length of `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;
/** The length of `YYYY-MM-DDTHH:MM:SS`. */
const SECONDS_END = 19;
/** The form of nearly all times. */
const PLAIN = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d)?Z?$/i;
/** To find a year's changes of offset costs about as much as to look up so many offsets. */
const MAX_SINGLE_LOOKUPS = 64;

/** The zones that a file names; each is looked up once. */
export class ZoneCache {
  readonly #zones = new Map<string, Zone | undefined>();

  /** Undefined if the text names no IANA zone. */
  get(name: string): Zone | undefined {
    // One entry however it is spelled: there are some hundreds of zones, but many spellings.
    const key = name.toLowerCase();
    if (!this.#zones.has(key)) {
      this.#zones.set(key, isZoneName(key) ? new LazyZone(key) : undefined);
    }
    return this.#zones.get(key);
  }
}

/**
 * A zone that finds the changes of offset only of years that are used often, so that a file
 * with all zones in all years is read as fast as others.
 */
class LazyZone extends Zone {
  readonly #iana: IANAZone;
  /** How often each year was used. */
  readonly #lookups = new Map<number, number>();

  constructor(name: string) {
    super(name);
    this.#iana = IANAZone.create(name);
  }

  override offsetAt(instant: number): number {
    const year = new Date(instant).getUTCFullYear();
    const count = this.#lookups.get(year) ?? 0;
    if (count >= MAX_SINGLE_LOOKUPS) return super.offsetAt(instant);
    this.#lookups.set(year, count + 1);
    return Math.round(this.#iana.offset(instant) * MINUTE_MS);
  }
}

/** `skipped`: a local time that the zone's clock never shows. */
export type TimeProblem = 'no_time' | 'skipped';

/**
 * Reads an ISO 8601 date-time to the microsecond. One without an offset is in the zone, or in UTC
 * where there is no zone; of a local time that occurs twice it is the first.
 */
export function readTime(
  text: string,
  zone: Zone | undefined,
): UtcInstant | { problem: TimeProblem } {
  const trimmed = text.trim();
  const read = readPlain(trimmed) ?? parseInstant(trimmed);
  if (read === undefined) return { problem: 'no_time' };
  if (zone === undefined || hasOffset(trimmed)) return read;
  const wall = Date.parse(`${read.slice(0, SECONDS_END)}Z`);
  const [first] = zone.instantsOf(wall);
  if (first === undefined) return { problem: 'skipped' };
  const instant = new Date(first);
  const year = instant.getUTCFullYear();
  // The offset may have left the years that an instant can have.
  if (year < 1 || year > 9999) return { problem: 'no_time' };
  return instant.toISOString().slice(0, SECONDS_END) + read.slice(SECONDS_END);
}

/** Reads the plain form as {@link parseInstant} does, in a fraction of the time. */
function readPlain(text: string): UtcInstant | undefined {
  if (!PLAIN.test(text)) return undefined;
  const [day, minute] = [text.slice(0, 10), text.slice(11, MINUTES_END)];
  if (parseWallTime(`${day} ${minute}`) === undefined) return undefined;
  const second = text.slice(17, SECONDS_END) || '00';
  return `${day}T${minute}:${second}Z`;
}
