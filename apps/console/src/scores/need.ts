import type { ScoreSummary } from './data.ts';

/** Sorts plants by what needs a look: late deliveries, then the largest error, then those without a score. */
export function byNeed(plants: readonly ScoreSummary[]): ScoreSummary[] {
  return plants.toSorted(
    (one, other) =>
      compare(lateSince(one), lateSince(other)) ||
      errorOf(other) - errorOf(one) ||
      one.plant.localeCompare(other.plant),
  );
}

/** The instant since which a plant owes a delivery; undefined if it owes none. */
function lateSince({ production, forecast }: ScoreSummary): string | undefined {
  const times = [production.late_since, forecast.late_since].filter((each) => each !== null);
  return times.toSorted()[0];
}

/** Earlier instants first, and none last. */
function compare(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  return Date.parse(one) - Date.parse(other);
}

/** The mean absolute error by nominal power; less than any if there is none. */
function errorOf({ origins: [origin] }: ScoreSummary): number {
  return origin?.nmae ?? -1;
}
