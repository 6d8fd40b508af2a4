import type { PlantModelStore, StoredPlantModel } from '@solano/domain/forecasting';
import { MemoryStore } from '../database.ts';

export class MemoryPlantModelStore extends MemoryStore implements PlantModelStore {
  async models(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredPlantModel>> {
    return new Map(this.#rows(customerId, plantIds));
  }

  async learnedAt(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, Date>> {
    return new Map(this.#rows(customerId, plantIds).map(([id, { learnedAt }]) => [id, learnedAt]));
  }

  async put(customerId: string, plantId: string, model: StoredPlantModel): Promise<boolean> {
    if (!this.database.plant(customerId, plantId)) return false;
    this.database.plantModels.set(plantId, structuredClone(model));
    return true;
  }

  #rows(customerId: string, plantIds: readonly string[]): [string, StoredPlantModel][] {
    return plantIds.flatMap((id): [string, StoredPlantModel][] => {
      const model = this.database.plant(customerId, id) && this.database.plantModels.get(id);
      return model ? [[id, structuredClone(model)]] : [];
    });
  }
}
