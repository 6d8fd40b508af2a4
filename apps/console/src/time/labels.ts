import { DAY_MS, instantsShowing, MADRID, MINUTE_MS, steadyOffset } from './zone.ts';

/**
 * Returns the instants of labels `YYYY-MM-DD HH:MM` in their order. A label that the clock shows
 * twice is the first time summer time, the second time winter time; one that it never shows is NaN.
 */
export function labelInstants(labels: readonly string[], zone = MADRID): number[] {
  const seen = new Map<string, number>();
  // Neighbours are mostly of one day, and a year has 35,136 of them.
  let day = Number.NaN;
  let offset: number | undefined;
  return labels.map((label) => {
    const clock = clockOfLabel(label);
    if (clock < day * DAY_MS || clock >= (day + 1) * DAY_MS || Number.isNaN(day)) {
      day = Math.floor(clock / DAY_MS);
      offset = steadyOffset(day, zone);
    }
    if (offset !== undefined) return clock - offset;
    const instants = instantsShowing(clock, zone);
    if (instants.length < 2) return instants[0] ?? Number.NaN;
    const occurrence = seen.get(label) ?? 0;
    seen.set(label, occurrence + 1);
    return instants[Math.min(occurrence, 1)] ?? Number.NaN;
  });
}

function clockOfLabel(label: string): number {
  return Date.parse(`${label.replace(' ', 'T')}Z`);
}

/** Returns the smallest distance between neighbouring instants, 15 to 60 minutes. */
export function stepOf(instants: readonly number[]): number {
  let step = 60 * MINUTE_MS;
  for (let index = 1; index < instants.length; index += 1) {
    const distance = Math.abs((instants[index] ?? 0) - (instants[index - 1] ?? 0));
    if (distance > 0 && distance < step) step = distance;
  }
  return step;
}
