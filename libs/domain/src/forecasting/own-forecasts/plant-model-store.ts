/** What was learned of a plant. */
export interface StoredPlantModel {
  /** What was known then was learned from. */
  readonly learnedAt: Date;
  /** As `encodePlantModel` writes it; undefined where there was too little to learn from. */
  readonly model: Uint8Array | undefined;
  /** JSON of what it was learned from, and how it scored. */
  readonly trace: string;
}

/** Keeps the newest model of each plant. It goes with the plant. Errors: `store_unavailable`. */
export interface PlantModelStore {
  /** By plant. */
  models(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredPlantModel>>;
  /** When each of the plants was learned last. */
  learnedAt(customerId: string, plantIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** Replaces the model of a plant; returns false where the customer does not have the plant (any more). */
  put(customerId: string, plantId: string, model: StoredPlantModel): Promise<boolean>;
}
