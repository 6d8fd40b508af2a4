import type { PlantHistory, WeatherRun } from '@solano/domain/forecasting';
import { cosineOfZenith } from '@solano/domain/forecasting/sun';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';

/** Start of the first day of {@link plantHistory}. */
export const HISTORY_START = Date.UTC(2026, 0, 1);
/** Power at which the solar plant's inverters clip, of the installed. */
const INVERTERS = 0.4;
const PLACE = { lat: 40.4, lon: -3.7 };

export interface HistorySettings {
  readonly technology: 'wind' | 'solar';
  /** Days of production; one run of weather on each, and on the day after. */
  readonly days: number;
  /** Hours of each run; 48 by default. */
  readonly reach?: number;
  readonly installedMw?: number;
  readonly neighbours?: number;
  /** Fields of the weather by the true wind speed (m/s) or clear-sky index and the hour (ms). */
  readonly fields?: Readonly<Record<string, (state: number, hour: number) => number>> | undefined;
}

const WIND = {
  wind_speed_100m: (speed: number) => speed,
  wind_speed_10m: (speed: number) => 0.7 * speed,
  wind_direction_100m: (_: number, hour: number) => ((hour / HOUR_MS) * 3) % 360,
};
const SUN = {
  shortwave_radiation: (index: number, hour: number) => 1000 * index * sunAt(hour),
  temperature_2m: (_: number, hour: number) => 10 + 10 * sunAt(hour),
};

/** A made-up plant: its power follows its weather with errors that last some hours. */
export function plantHistory(settings: HistorySettings): PlantHistory {
  const { technology, days, installedMw = 20, neighbours = 0 } = settings;
  const weather = runsOf(settings, 1);
  const mw = Float64Array.from({ length: days * 24 }, (_, i) => {
    const hour = HISTORY_START + i * HOUR_MS;
    const noise = 0.1 * wave(i / 5, 3);
    const state = stateOf(technology, i, 1);
    const share =
      technology === 'wind'
        ? (state / 12) ** 3 + noise * Math.min(1, state / 6)
        : Math.min(INVERTERS, 0.7 * (state + noise) * sunAt(hour));
    return installedMw * Math.min(1, Math.max(0, share));
  });
  return {
    plant: { technology, installedMw, ...PLACE },
    weather,
    neighbours: Array.from({ length: neighbours }, (_, i) => runsOf(settings, 1 + 0.1 * (i + 1))),
    production: { start: HISTORY_START, mw },
    knownAfter: HOUR_MS,
  };
}

function runsOf(settings: HistorySettings, factor: number): WeatherRun[] {
  const { technology, days, reach = 48 } = settings;
  const fields = settings.fields ?? (technology === 'wind' ? WIND : SUN);
  return Array.from({ length: days + 1 }, (_, day) => {
    const issuedAt = HISTORY_START + day * DAY_MS;
    return {
      source: 'file',
      issuedAt,
      knownAt: issuedAt,
      start: issuedAt,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, of]) => {
          const values = Float64Array.from({ length: reach }, (_, i) => {
            return of(stateOf(technology, day * 24 + i, factor), issuedAt + i * HOUR_MS);
          });
          return [name, values];
        }),
      ),
    };
  });
}

/** Wind speed in m/s, or clear-sky index. */
function stateOf(technology: 'wind' | 'solar', i: number, factor: number): number {
  const wave1 = wave(i / 19, 1);
  return technology === 'wind' ? factor * (7 + 5 * wave1) : 0.6 + 0.35 * wave1;
}

/** Sums of incommensurate sines in [−1, 1]: as irregular as weather, and the same in each run. */
function wave(x: number, phase: number): number {
  return (Math.sin(x + phase) + Math.sin(1.7 * x + 2 * phase) + Math.sin(3.1 * x)) / 3;
}

function sunAt(hour: number): number {
  return Math.max(0, cosineOfZenith(PLACE, hour + HOUR_MS / 2));
}
