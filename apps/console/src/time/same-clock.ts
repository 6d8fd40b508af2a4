import { addDays, clockOf, startOfDay } from './zone.ts';

/** The periods of two days that the clock shows with the same times. */
interface SameClock {
  /** Starts on the longer day, of 23 to 25 hours: it has every time of the other one. */
  readonly axis: readonly number[];
  /** For each of them the start on each day; null: the clock of that day never shows it. */
  readonly one: readonly (number | null)[];
  readonly other: readonly (number | null)[];
}

/**
 * Puts two days `YYYY-MM-DD` over each other by the clock of a zone. A time that is shown twice is
 * the first time beside that of an ordinary day, and the second time beside none.
 *
 * @param step milliseconds of a period.
 */
export function sameClock(one: string, other: string, zone: string, step: number): SameClock {
  const [first, second] = [one, other].map((day) => startsByClock(day, zone, step));
  const [here, there] = [first ?? new Map<string, number>(), second ?? new Map<string, number>()];
  const longer = there.size > here.size ? there : here;
  const keys = [...longer.keys()];
  return {
    axis: [...longer.values()],
    one: keys.map((key) => here.get(key) ?? null),
    other: keys.map((key) => there.get(key) ?? null),
  };
}

/** The starts of a day's periods by the time that the clock shows, and how often it has shown it before. */
function startsByClock(day: string, zone: string, step: number): Map<string, number> {
  const midnight = Date.parse(`${day}T00:00Z`);
  const end = startOfDay(addDays(day, 1), zone);
  const starts = new Map<string, number>();
  for (let at = startOfDay(day, zone); at < end; at += step) {
    const time = clockOf(at, zone) - midnight;
    const key = `${time} 0`;
    starts.set(starts.has(key) ? `${time} 1` : key, at);
  }
  return starts;
}
