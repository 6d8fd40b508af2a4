import type { Outage } from './data.ts';

interface Lanes {
  /** Lane by id, from 0. */
  readonly lanes: ReadonlyMap<string, number>;
  /** At least 1. */
  readonly count: number;
}

/**
 * Puts outages into lanes, so that none overlaps another in its lane: each is in the first that is
 * free when it begins.
 *
 * @param minMs time that an outage takes up at least.
 */
export function lanesOf(outages: readonly Outage[], minMs: number): Lanes {
  const ends: number[] = [];
  const lanes = new Map<string, number>();
  for (const { id, start, end } of intervalsOf(outages)) {
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = Math.max(end, start + minMs);
    lanes.set(id, lane);
  }
  return { lanes, count: Math.max(ends.length, 1) };
}

/** Earlier ones first, and of two the longer one. */
function intervalsOf(outages: readonly Outage[]) {
  return outages
    .map(({ id, start_time_utc, end_time_utc }) => ({
      id,
      start: Date.parse(start_time_utc),
      end: Date.parse(end_time_utc),
    }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
}
