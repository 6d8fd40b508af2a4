import type { Plant, PlantStore } from '@solano/domain/assets';
import { batchesOfRows } from '@solano/domain/kernel';

/** Plants whose states are read at once, so that no number of them holds the event loop. */
const BATCH_PLANTS = 1_000;

interface PlantsDeps {
  readonly plants: Pick<PlantStore, 'list'>;
}

/** Every plant of a customer. */
export async function plantsOf({ plants }: PlantsDeps, customerId: string): Promise<Plant[]> {
  const all: Plant[] = [];
  for await (const plant of plants.list(customerId)) all.push(plant);
  return all;
}

/** The plants of a customer that a selection picks of each batch of them. */
export async function selectPlants(
  { plants }: PlantsDeps,
  customerId: string,
  select: (batch: readonly Plant[]) => Promise<Plant[]>,
): Promise<Plant[]> {
  const selected: Plant[] = [];
  for await (const batch of batchesOfRows(plants.list(customerId), BATCH_PLANTS)) {
    selected.push(...(await select(batch)));
  }
  return selected;
}
