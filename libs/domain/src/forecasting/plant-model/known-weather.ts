import { HOUR_MS } from '@solano/domain/kernel';
import type { WeatherRun } from '../weather/weather-run.ts';

/** Older runs that are looked at for an hour that the newest does not reach. */
const MAX_RUNS_BACK = 40;

/** The weather of a place as it was known at any time: of each hour the newest run that reaches it. */
export class KnownWeather {
  readonly runs: readonly WeatherRun[];

  /** @param runs in order of `knownAt`. */
  constructor(runs: readonly WeatherRun[]) {
    this.runs = runs;
  }

  /** Index of the newest run known at an instant (ms), −1 where there is none. */
  newestAt(at: number): number {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.runs[middle] as WeatherRun).knownAt <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Index of the newest run up to an index that reaches an hour, −1 where none does. */
  reaching(newest: number, hour: number): number {
    for (let i = newest; i >= 0 && i > newest - MAX_RUNS_BACK; i -= 1) {
      const run = this.runs[i] as WeatherRun;
      if (hour >= run.start && hour < endOf(run)) return i;
    }
    return -1;
  }

  /** A field of the hour that starts at an instant (ms), by the runs up to an index; NaN where none has it. */
  value(newest: number, field: string, hour: number): number {
    for (let i = newest; i >= 0 && i > newest - MAX_RUNS_BACK; i -= 1) {
      const run = this.runs[i] as WeatherRun;
      const value = run.fields[field]?.[(hour - run.start) / HOUR_MS];
      if (value !== undefined && !Number.isNaN(value)) return value;
    }
    return Number.NaN;
  }
}

/** End (ms) of the last hour of a run. */
export function endOf({ start, fields }: WeatherRun): number {
  return start + (Object.values(fields)[0]?.length ?? 0) * HOUR_MS;
}
