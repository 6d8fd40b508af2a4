import type { StoredPlantModel } from '@solano/domain/forecasting';
import { describe, expect, test } from 'vitest';
import { addedPlant, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

const MODEL: StoredPlantModel = {
  learnedAt: new Date('2026-11-01T00:00:00Z'),
  model: Uint8Array.of(0, 1, 2, 255),
  trace: '{"hours":8760}',
};

/** What every PlantModelStore does. */
export function plantModelStoreContract(name: string, open: OpenStores): void {
  describe(`PlantModelStore: ${name}`, () => {
    const handles = openForSuite(open);
    const read = async ({
      customerId,
      id,
    }: {
      readonly customerId: string;
      readonly id: string;
    }) => {
      const { plantModels } = handles.there;
      const found = (await plantModels.models(customerId, [id])).get(id);
      const learnedAt = (await plantModels.learnedAt(customerId, [id])).get(id);
      expect(learnedAt).toEqual(found?.learnedAt);
      return found && { ...found, model: found.model && [...found.model] };
    };

    test('a model is read as it was put, and replaced by the next', async () => {
      const plant = await addedPlant(handles.here);
      expect(await read(plant)).toBeUndefined();
      expect(await handles.here.plantModels.put(plant.customerId, plant.id, MODEL)).toBe(true);
      expect(await read(plant)).toEqual({ ...MODEL, model: [0, 1, 2, 255] });
      const none = { learnedAt: new Date(0), model: undefined, trace: '{}' };
      await handles.here.plantModels.put(plant.customerId, plant.id, none);
      expect(await read(plant)).toEqual(none);
    });

    test('another customer neither puts the model of a plant nor reads it', async () => {
      const plant = await addedPlant(handles.here);
      const { customerId } = await addedPlant(handles.here);
      expect(await handles.here.plantModels.put(customerId, plant.id, MODEL)).toBe(false);
      await handles.here.plantModels.put(plant.customerId, plant.id, MODEL);
      expect(await read({ ...plant, customerId })).toBeUndefined();
    });

    test('the model of a plant goes with it', async () => {
      const plant = await addedPlant(handles.here);
      await handles.here.plantModels.put(plant.customerId, plant.id, MODEL);
      await handles.here.plants.remove(plant.customerId, plant.id, anEntry());
      expect(await read(plant)).toBeUndefined();
      expect(await handles.here.plantModels.put(plant.customerId, plant.id, MODEL)).toBe(false);
    });

    test.each(UNKNOWN_IDS)('a customer or plant with the id of %s has no model', async (_, id) => {
      const plant = await addedPlant(handles.here);
      for (const unknown of [
        { ...plant, id },
        { ...plant, customerId: id },
      ]) {
        const { customerId } = unknown;
        expect(await handles.here.plantModels.put(customerId, unknown.id, MODEL)).toBe(false);
        expect(await read(unknown)).toBeUndefined();
      }
    });
  });
}
