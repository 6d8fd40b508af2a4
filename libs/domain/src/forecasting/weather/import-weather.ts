import type { Clock } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { readWeather, type WeatherTable } from './weather-file.ts';
import type { WeatherPlace } from './weather-place.ts';
import type { RecordedRuns, WeatherStore } from './weather-store.ts';

export interface ImportWeatherDeps {
  readonly weather: Pick<WeatherStore, 'record'>;
  readonly clock: Clock;
}

export interface ImportedWeather extends RecordedRuns {
  /** Runs of the file, those that were known too. */
  readonly runs: number;
  readonly rows: number;
  /** Of the file; instants in ms. */
  readonly firstIssuedAt: number;
  readonly lastIssuedAt: number;
  readonly fields: readonly string[];
}

/**
 * Records the runs of a file for a place, all or none. Errors: `invalid_rows` as {@link readWeather};
 * `plant_unknown`; `store_unavailable`.
 */
export async function importWeather(
  { weather, clock }: ImportWeatherDeps,
  place: WeatherPlace,
  table: WeatherTable,
  entry: AuditEntry,
): Promise<ImportedWeather> {
  const { runs, rows } = readWeather(table, clock().getTime());
  const recorded = await weather.record(place, runs, clock(), entry);
  const issues = runs.map(({ issuedAt }) => issuedAt);
  return {
    ...recorded,
    runs: runs.length,
    rows,
    firstIssuedAt: issues.reduce((a, b) => Math.min(a, b)),
    lastIssuedAt: issues.reduce((a, b) => Math.max(a, b)),
    fields: Object.keys(runs[0]?.fields ?? {}),
  };
}
