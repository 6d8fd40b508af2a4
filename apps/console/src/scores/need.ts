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

/** The mean absolute error by nominal power of the forecast that counts; less than any if there is none. */
function errorOf({ origins: [origin] }: ScoreSummary): number {
  return origin?.nmae ?? -1;
}

/** Why a plant produced less than its forecast, in hours of the days; MWh for the weather. */
interface Shortfall {
  readonly plant: ScoreSummary;
  /** Forecast less produced MWh; 0 if either is unknown. */
  readonly mwh: number;
  readonly outage: number;
  readonly unmeasured: number;
  readonly unforecast: number;
  /** What quarter hours without an outage produced less than their forecast. */
  readonly weatherMwh: number;
}

const HOURS_PER_QUARTER = 0.25;

/** Returns plants below their forecast, the largest energy first. */
export function shortfalls(plants: readonly ScoreSummary[]): Shortfall[] {
  return plants
    .map(shortfallOf)
    .filter(({ mwh }) => mwh > 0)
    .toSorted((one, other) => other.mwh - one.mwh);
}

/** Whether a plant has a forecast and a measurement to compare. */
export function isComparable(plant: ScoreSummary): boolean {
  return plant.produced_mwh !== null && forecastMwh(plant) !== null;
}

function shortfallOf(plant: ScoreSummary): Shortfall {
  const { left_out: out, origins } = plant;
  const bias = Math.max(0, origins[0]?.bias ?? 0);
  return {
    plant,
    mwh: isComparable(plant) ? (forecastMwh(plant) ?? 0) - (plant.produced_mwh ?? 0) : 0,
    outage: out.outage * HOURS_PER_QUARTER,
    unmeasured: out.no_production * HOURS_PER_QUARTER,
    unforecast: out.no_forecast * HOURS_PER_QUARTER,
    weatherMwh:
      bias * Number(plant.nominal_capacity_mw) * (origins[0]?.periods ?? 0) * HOURS_PER_QUARTER,
  };
}

/** Of the delivered forecasts, or where none was delivered of those of the service. */
export function forecastMwh({ origins: [origin] }: Pick<ScoreSummary, 'origins'>): number | null {
  return origin?.forecast_mwh ?? null;
}

/** What the outages of a plant cost together; null if one of them is unknown, or there is none. */
export function lostSum(lost: ScoreSummary['lost'], unit: 'mwh' | 'eur'): number | null {
  if (lost.length === 0) return null;
  return lost.reduce<number | null>((sum, each) => {
    const value = each[unit];
    return sum === null || value === null ? null : sum + value;
  }, 0);
}
