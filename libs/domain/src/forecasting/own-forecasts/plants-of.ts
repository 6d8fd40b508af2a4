import type { Plant, PlantStore } from '@solano/domain/assets';

/** Every plant of a customer. */
export async function plantsOf(
  { plants }: { readonly plants: Pick<PlantStore, 'list'> },
  customerId: string,
): Promise<Plant[]> {
  const all: Plant[] = [];
  for await (const plant of plants.list(customerId, { offset: 0 })) all.push(plant);
  return all;
}
