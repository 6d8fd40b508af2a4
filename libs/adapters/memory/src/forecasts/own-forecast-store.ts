import type { SeriesWindow } from '@solano/domain/energy';
import {
  endOfForecast,
  type OwnForecast,
  type OwnForecastState,
  type OwnForecastStore,
  type PlantOwnForecast,
  type UnsettledForecast,
} from '@solano/domain/forecasting';
import { MemoryStore } from '../database.ts';

/** A forecast of a plant, and what becomes of it. */
export interface OwnForecastRow extends PlantOwnForecast {
  readonly madeAt: Date;
  readonly isSettled: boolean;
}

export class MemoryOwnForecastStore extends MemoryStore implements OwnForecastStore {
  async record(
    customerId: string,
    forecasts: readonly PlantOwnForecast[],
    madeAt: Date,
  ): Promise<number> {
    const own = forecasts.filter(({ plantId }) => this.database.plant(customerId, plantId));
    for (const forecast of own) {
      const row = { ...forecast, madeAt, isSettled: false };
      this.database.ownForecasts.set(keyOf(forecast), structuredClone(row));
    }
    return own.length;
  }

  async *versions(customerId: string, plantIds: readonly string[], { from, to }: SeriesWindow) {
    for (const plantId of [...new Set(plantIds)].sort()) {
      const versions = this.#rows(customerId, plantId)
        .filter((row) => row.start < to && endOfForecast(row) > from)
        .map(toForecast);
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

  async states(customerId: string, plantIds: readonly string[]): Promise<OwnForecastState[]> {
    return [...new Set(plantIds)].sort().flatMap((plantId): OwnForecastState[] => {
      const rows = this.#rows(customerId, plantId);
      const newest = rows.at(-1);
      if (!newest) return [];
      const madeAt = new Date(Math.max(...rows.map((row) => row.madeAt.getTime())));
      const revision = `${rows.length} ${madeAt.toISOString()}`;
      return [{ plantId, revision, knownAt: newest.knownAt }];
    });
  }

  async unsettled(madeBefore: Date, count: number): Promise<UnsettledForecast[]> {
    const found = [...this.database.ownForecasts.values()].filter(
      ({ madeAt, isSettled }) => !isSettled && madeAt < madeBefore,
    );
    found.sort((a, b) => compare(a.plantId, b.plantId) || compare(a.knownAt, b.knownAt));
    return found.slice(0, count).map(({ plantId, knownAt }) => ({ plantId, knownAt }));
  }

  async settle(
    kept: readonly UnsettledForecast[],
    removed: readonly UnsettledForecast[],
  ): Promise<void> {
    const { ownForecasts } = this.database;
    for (const key of kept.map(keyOf)) {
      const row = ownForecasts.get(key);
      if (row) ownForecasts.set(key, { ...row, isSettled: true });
    }
    for (const key of removed.map(keyOf)) ownForecasts.delete(key);
  }

  /** In order of `knownAt`. */
  #rows(customerId: string, plantId: string): OwnForecastRow[] {
    if (!this.database.plant(customerId, plantId)) return [];
    const own = [...this.database.ownForecasts.values()].filter((row) => row.plantId === plantId);
    return own.sort((a, b) => compare(a.knownAt, b.knownAt));
  }
}

function keyOf({ plantId, knownAt }: UnsettledForecast): string {
  return `${plantId} ${knownAt.toISOString()}`;
}

function toForecast(row: OwnForecastRow): OwnForecast {
  const { knownAt, method, weather, start, installedMicroMw, shares } = row;
  return structuredClone({ knownAt, method, weather, start, installedMicroMw, shares });
}

function compare<Value extends string | Date>(a: Value, b: Value): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
