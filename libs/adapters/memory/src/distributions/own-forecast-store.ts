import type { SeriesWindow } from '@solano/domain/energy';
import {
  dayAheadDate,
  endOfDayAhead,
  endOfForecast,
  firstHours,
  type OwnForecast,
  type OwnForecastState,
  type OwnForecastStore,
  type PlantOwnForecast,
} from '@solano/domain/forecasting';
import { HOUR_MS } from '@solano/domain/kernel';
import { MemoryStore } from '../database.ts';
import type { OwnForecastRow } from '../delivered-rows.ts';

export class MemoryOwnForecastStore extends MemoryStore implements OwnForecastStore {
  async record(
    customerId: string,
    forecasts: readonly PlantOwnForecast[],
    madeAt: Date,
  ): Promise<number> {
    const own = forecasts.filter(({ plantId }) => this.database.plant(customerId, plantId));
    for (const forecast of own) {
      const row = { ...forecast, madeAt };
      this.database.ownForecasts.set(keyOf(forecast), structuredClone(row));
    }
    return own.length;
  }

  async *versions(
    customerId: string,
    plantIds: readonly string[],
    { from, to }: SeriesWindow,
    isDayAhead = false,
  ) {
    for (const plantId of [...new Set(plantIds)].sort()) {
      const rows = this.#rows(customerId, plantId);
      const versions = (isDayAhead ? dayAhead(rows) : rows)
        .filter((row) => row.start < to && endOfForecast(row) > from)
        .map(toForecast);
      if (versions.length > 0) yield { plantId, versions };
    }
  }

  async *dayAhead(customerId: string, plantIds: readonly string[], window: SeriesWindow) {
    for await (const own of this.versions(customerId, plantIds, window, true)) {
      const versions = own.versions.map((each) => {
        const hours = (endOfDayAhead(each.knownAt.getTime()) - each.start) / HOUR_MS;
        return firstHours(each, Math.max(0, hours));
      });
      yield { ...own, versions };
    }
  }

  async *newestOf(customerId: string, plantIds: readonly string[], after: Date, at: Date) {
    for (const plantId of [...new Set(plantIds)].sort()) {
      const rows = this.#rows(customerId, plantId);
      const known = rows.filter(({ knownAt }) => knownAt > after && knownAt <= at);
      const versions = furthest(known.reverse()).map(toForecast);
      if (versions.length > 0) yield { plantId, versions };
    }
  }

  async newest(
    customerId: string,
    plantId: string,
    at: Date,
    count: number,
  ): Promise<OwnForecast[]> {
    const known = this.#rows(customerId, plantId).filter(({ knownAt }) => knownAt <= at);
    return known.reverse().slice(0, count).map(toForecast);
  }

  async states(
    customerId: string,
    plantIds: readonly string[],
    since = new Date(0),
  ): Promise<OwnForecastState[]> {
    return [...new Set(plantIds)].sort().flatMap((plantId): OwnForecastState[] => {
      const rows = this.#rows(customerId, plantId).filter(({ knownAt }) => knownAt >= since);
      const newest = rows.at(-1);
      if (!newest) return [];
      const madeAt = new Date(Math.max(...rows.map((row) => row.madeAt.getTime())));
      const revision = `${rows.length} ${madeAt.toISOString()}`;
      const hasWeather = rows.some(({ weather }) => weather !== null);
      return [{ plantId, revision, knownAt: newest.knownAt, hasWeather }];
    });
  }

  async purge(madeBefore: Date): Promise<number> {
    const { ownForecasts } = this.database;
    const plants = Map.groupBy(ownForecasts.values(), ({ plantId }) => plantId);
    const kept = new Set([...plants.values()].flatMap((rows) => dayAhead(rows.sort(byKnownAt))));
    const old = [...ownForecasts.values()].filter(
      (row) => row.madeAt < madeBefore && !kept.has(row),
    );
    for (const row of old) ownForecasts.delete(keyOf(row));
    return old.length;
  }

  /** In order of `knownAt`. */
  #rows(customerId: string, plantId: string): OwnForecastRow[] {
    if (!this.database.plant(customerId, plantId)) return [];
    const own = [...this.database.ownForecasts.values()].filter((row) => row.plantId === plantId);
    return own.sort(byKnownAt);
  }
}

/** Of the forecasts of a plant in order of `knownAt` the last of each day. */
function dayAhead(rows: readonly OwnForecastRow[]): OwnForecastRow[] {
  const newest = new Map(rows.map((row) => [dayAheadDate(row.knownAt.getTime()), row]));
  return [...newest.values()];
}

/** Of forecasts, newest first, those that do not end before a newer one of the same installed power. */
function furthest(rows: readonly OwnForecastRow[]): OwnForecastRow[] {
  return rows.filter((row, place) => {
    const newer = rows.slice(0, place);
    const same = newer.filter(({ installedMicroMw }) => installedMicroMw === row.installedMicroMw);
    return same.every((each) => endOfForecast(each) <= endOfForecast(row));
  });
}

function keyOf({ plantId, knownAt }: PlantOwnForecast): string {
  return `${plantId} ${knownAt.toISOString()}`;
}

function byKnownAt(a: OwnForecastRow, b: OwnForecastRow): number {
  return a.knownAt.getTime() - b.knownAt.getTime();
}

function toForecast(row: OwnForecastRow): OwnForecast {
  const { knownAt, method, weather, start, installedMicroMw, shares } = row;
  return structuredClone({ knownAt, method, weather, start, installedMicroMw, shares });
}
