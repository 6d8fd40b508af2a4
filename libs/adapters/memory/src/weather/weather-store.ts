import type { SeriesWindow } from '@solano/domain/energy';
import {
  endOfRun,
  newVintages,
  type PlaceRuns,
  plantOf,
  type RecordedRuns,
  type RunSelection,
  type WeatherPlace,
  type WeatherRun,
  type WeatherState,
  type WeatherStore,
} from '@solano/domain/forecasting';
import { compareCodePoints, SolanoError } from '@solano/domain/kernel';
import { type AuditEntry, forecastJob } from '@solano/domain/service';
import { MemoryStore } from '../database.ts';

export class MemoryWeatherStore extends MemoryStore implements WeatherStore {
  async record(
    place: WeatherPlace,
    runs: readonly WeatherRun[],
    at: Date,
    entry?: AuditEntry,
  ): Promise<RecordedRuns> {
    const { plants, weather } = this.database;
    const plantId = plantOf(place);
    if (plantId !== undefined && !plants.has(plantId)) {
      throw new SolanoError('plant_unknown', 'The plant is not there any more.');
    }
    const stored = weather.get(place) ?? [];
    const added = newVintages(stored, runs, at.getTime());
    if (added.runs.length > 0) {
      this.database.audited(entry, () => {
        weather.set(place, [...stored, ...structuredClone(added.runs)].sort(byKnownAt));
        const known = new Set(stored.map(({ source }) => source));
        const isFirst = added.runs.some(({ source }) => !known.has(source));
        if (isFirst) this.database.addJobs([forecastJob()]);
      });
    }
    return { recorded: added.runs.length, changed: added.changed };
  }

  async *runs(
    places: readonly WeatherPlace[],
    { from, to }: SeriesWindow,
    { knownBy = Number.POSITIVE_INFINITY, pick, fields }: RunSelection = {},
  ): AsyncGenerator<PlaceRuns> {
    for (const place of new Set(places)) {
      const runs = (this.database.weather.get(place) ?? []).filter(
        (run) => run.start < to && endOfRun(run) > from && run.knownAt <= knownBy,
      );
      const picked = pick?.(runs) ?? runs;
      if (picked.length === 0) continue;
      const read = fields ? picked.map((run) => withFields(run, fields)) : picked;
      yield { place, runs: structuredClone(read) };
    }
  }

  async states(places?: readonly WeatherPlace[]): Promise<WeatherState[]> {
    const { weather } = this.database;
    const asked = [...new Set(places ?? weather.keys())].sort(compareCodePoints);
    return asked.flatMap((place) => {
      const bySource = Map.groupBy(weather.get(place) ?? [], ({ source }) => source);
      const sources = [...bySource].sort(([a], [b]) => compareCodePoints(a, b));
      return sources.map(([source, runs]) => stateOf(place, source, runs));
    });
  }
}

function withFields(run: WeatherRun, wanted: NonNullable<RunSelection['fields']>): WeatherRun {
  const names = new Set(wanted(Object.keys(run.fields)));
  const fields = Object.entries(run.fields).filter(([name]) => names.has(name));
  return { ...run, fields: Object.fromEntries(fields) };
}

function stateOf(place: WeatherPlace, source: string, runs: readonly WeatherRun[]): WeatherState {
  const issues = runs.map(({ issuedAt }) => issuedAt);
  return {
    place,
    source,
    firstIssuedAt: Math.min(...issues),
    lastIssuedAt: Math.max(...issues),
    lastKnownAt: Math.max(...runs.map(({ knownAt }) => knownAt)),
    runs: runs.length,
  };
}

function byKnownAt(a: WeatherRun, b: WeatherRun): number {
  return a.knownAt - b.knownAt || a.issuedAt - b.issuedAt;
}
