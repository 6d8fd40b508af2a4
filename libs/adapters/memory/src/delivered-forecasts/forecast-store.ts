import { endOfRun, MAX_DELIVERY_TIMES, type SeriesWindow } from '@solano/domain/energy';
import type {
  DeliveredForecastStore,
  ForecastState,
  ForecastVersion,
  PlantForecastVersion,
} from '@solano/domain/forecasting';
import { MemoryStore } from '../database.ts';

export class MemoryDeliveredForecastStore extends MemoryStore implements DeliveredForecastStore {
  async record(customerId: string, versions: readonly PlantForecastVersion[]): Promise<number> {
    let added = 0;
    for (const version of versions) {
      const { plantId, file } = version;
      const key = JSON.stringify([plantId, file]);
      if (!this.database.plant(customerId, plantId)) continue;
      if (this.database.forecastVersions.has(key)) continue;
      this.database.forecastVersions.set(key, structuredClone(version));
      added += 1;
    }
    return added;
  }

  async recorded(plantIds: readonly string[], files: readonly string[]) {
    const found = [...this.database.forecastVersions.values()].filter(
      ({ plantId, file }) => plantIds.includes(plantId) && files.includes(file),
    );
    return found.map(({ plantId, file }) => ({ plantId, file }));
  }

  async *versions(customerId: string, plantIds: readonly string[], { from, to }: SeriesWindow) {
    for (const plantId of [...new Set(plantIds)].sort()) {
      const versions = this.#versions(customerId, plantId).filter(({ runs }) => {
        const [first] = runs;
        const last = runs.at(-1);
        return first && last && first.start < to && endOfRun(last) > from;
      });
      if (versions.length > 0) yield { plantId, versions };
    }
  }

  async newest(
    customerId: string,
    plantId: string,
    at: Date,
  ): Promise<ForecastVersion | undefined> {
    return this.#versions(customerId, plantId).findLast(
      ({ knownAt, runs }) => knownAt <= at && runs.length > 0,
    );
  }

  async states(customerId: string, plantIds: readonly string[]): Promise<ForecastState[]> {
    const all = [...new Set(plantIds)].sort().map((plantId) => {
      const versions = this.#versions(customerId, plantId);
      const times = versions.map(({ knownAt }) => knownAt).reverse();
      return { plantId, versions: versions.length, knownAt: times.slice(0, MAX_DELIVERY_TIMES) };
    });
    return all.filter(({ versions }) => versions > 0);
  }

  /** Oldest first. */
  #versions(customerId: string, plantId: string): ForecastVersion[] {
    if (!this.database.plant(customerId, plantId)) return [];
    const own = [...this.database.forecastVersions.values()].filter(
      (version) => version.plantId === plantId,
    );
    own.sort((a, b) => a.knownAt.getTime() - b.knownAt.getTime() || (a.file < b.file ? -1 : 1));
    return own.map(({ file, knownAt, runs }) => structuredClone({ file, knownAt, runs }));
  }
}
