import type { Plant, PlantStore } from '@solano/domain/assets';
import { plantPlace } from '@solano/domain/forecasting';
import {
  compareCodePoints,
  type ListPosition,
  type Page,
  type Rows,
  SolanoError,
} from '@solano/domain/kernel';
import { type AuditEntry, forecastJob } from '@solano/domain/service';
import { MemoryStore, requireFreeId } from '../database.ts';
import { compareIds, rowsOf } from '../rows.ts';

const BY_NAME = {
  compare: (plant: Plant, { key, id }: ListPosition) =>
    compareCodePoints(plant.name, key) || compareIds(plant.id, id),
  position: ({ name, id }: Plant) => ({ key: name, id }),
};

export class MemoryPlantStore extends MemoryStore implements PlantStore {
  async add(plant: Plant, entry: AuditEntry): Promise<void> {
    this.database.requireCustomer(plant.customerId);
    requireFreeId(this.database.plants, plant.id);
    this.database.audited(entry, () => {
      this.#put([plant]);
      this.database.addJobs([forecastJob(plant.customerId)]);
    });
  }

  async get(customerId: string, id: string): Promise<Plant | undefined> {
    return structuredClone(this.database.plant(customerId, id));
  }

  async byName(customerId: string, name: string): Promise<Plant | undefined> {
    return structuredClone(this.database.plantNamed(customerId, name));
  }

  async byNames(customerId: string, names: readonly string[]): Promise<Plant[]> {
    const found = [...new Set(names)].map((name) => this.database.plantNamed(customerId, name));
    return structuredClone(found.filter((plant) => plant !== undefined));
  }

  list(customerId: string, page: Page = { offset: 0 }): Rows<Plant> {
    return rowsOf(page, BY_NAME, () => this.#plants(customerId));
  }

  async count(customerId: string): Promise<number> {
    return this.#plants(customerId).length;
  }

  async update(
    customerId: string,
    id: string,
    change: (plant: Plant) => Plant,
    entry: AuditEntry,
  ): Promise<Plant | undefined> {
    const plant = this.database.plant(customerId, id);
    if (!plant) return undefined;
    const changed = replaced(plant, change(structuredClone(plant)));
    this.database.audited(entry, () => this.#put([changed]));
    return structuredClone(changed);
  }

  async remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean> {
    const { plants, unavailabilities, forecastVersions, plantSettings } = this.database;
    const { ownForecasts, plantModels, publications, weather } = this.database;
    if (!this.database.plant(customerId, id)) return false;
    this.database.audited(entry, () => {
      plants.delete(id);
      plantSettings.delete(id);
      plantModels.delete(id);
      publications.delete(id);
      weather.delete(plantPlace(id));
      for (const { id: key, plantId } of unavailabilities.values()) {
        if (plantId === id) unavailabilities.delete(key);
      }
      for (const [key, { plantId }] of forecastVersions) {
        if (plantId === id) forecastVersions.delete(key);
      }
      for (const [key, { plantId }] of ownForecasts) {
        if (plantId === id) ownForecasts.delete(key);
      }
    });
    return true;
  }

  async putAll(
    customerId: string,
    names: readonly string[],
    make: (name: string, present: Plant | undefined) => Plant,
    entry: (added: number) => AuditEntry,
  ): Promise<number> {
    this.database.requireCustomer(customerId);
    const present = new Map(this.#plants(customerId).map((plant) => [plant.name, plant]));
    let added = 0;
    const made = [...new Set(names)].map((name) => {
      const plant = present.get(name);
      const made = make(name, structuredClone(plant));
      if (plant) return replaced(plant, made);
      requireFreeId(this.database.plants, made.id);
      added += 1;
      return { ...made, customerId };
    });
    this.database.audited(entry(added), () => {
      this.#put(made);
      if (added > 0) this.database.addJobs([forecastJob(customerId)]);
    });
    return added;
  }

  #plants(customerId: string): Plant[] {
    const plants = [...this.database.plants.values()];
    return plants.filter((plant) => plant.customerId === customerId);
  }

  /** Writes plants of one customer, or nothing when two would have one name or one id. */
  #put(plants: readonly Plant[]): void {
    const [first] = plants;
    if (!first) return;
    const byId = new Map(this.#plants(first.customerId).map((plant) => [plant.id, plant]));
    const ids = new Set(plants.map(({ id }) => id));
    for (const plant of plants) byId.set(plant.id, plant);
    const names = new Set([...byId.values()].map(({ name }) => name));
    if (ids.size < plants.length || names.size < byId.size) {
      throw new SolanoError('already_exists', 'A plant with this name already exists.');
    }
    for (const plant of plants) this.database.plants.set(plant.id, structuredClone(plant));
  }
}

/** The plant with other fields; who it is, and since when, stays. */
function replaced({ id, customerId, createdAt }: Plant, fields: Plant): Plant {
  return structuredClone({ ...fields, id, customerId, createdAt });
}
