import { MAX_WRITTEN } from '@solano/domain/forecasting';
import { describe, expect, test } from 'vitest';
import { addedPlant, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

/** What every PublicationStore does. */
export function publicationStoreContract(name: string, open: OpenStores): void {
  describe(`PublicationStore: ${name}`, () => {
    const handles = openForSuite(open);
    const read = async (customerId: string) => [
      ...(await handles.there.publications.publications(customerId)),
    ];

    test('a mode is read as it was set last, and what was written stays with it', async () => {
      const { id, customerId } = await addedPlant(handles.here);
      expect(await read(customerId)).toEqual([]);
      const { publications } = handles.here;
      await publications.setMode(customerId, id, 'auto', anEntry());
      expect(await read(customerId)).toEqual([[id, { mode: 'auto', written: [] }]]);
      await publications.addWritten(id, 'first');
      await publications.addWritten(id, 'second');
      await publications.setMode(customerId, id, 'always', anEntry());
      expect(await read(customerId)).toEqual([
        [id, { mode: 'always', written: ['first', 'second'] }],
      ]);
    });

    test('the newest of what was written are kept, and none that is noted at once is lost', async () => {
      const { id, customerId } = await addedPlant(handles.here);
      await handles.here.publications.setMode(customerId, id, 'auto', anEntry());
      const digests = Array.from({ length: MAX_WRITTEN + 2 }, (_, i) => `digest ${i}`);
      const [first = '', second = '', ...rest] = digests;
      for (const digest of [first, second]) {
        await handles.here.publications.addWritten(id, digest);
      }
      await Promise.all(
        rest.map((digest, i) => {
          const { publications } = i % 2 === 0 ? handles.here : handles.there;
          return publications.addWritten(id, digest);
        }),
      );
      const [[, publication] = []] = await read(customerId);
      expect(publication?.written.toSorted()).toEqual(rest);
    });

    test('a mode is set with its audit entry, and neither without the other', async () => {
      const { id, customerId } = await addedPlant(handles.here);
      const entry = anEntry({ action: 'forecast.publish', customerId, subject: 'auto' });
      await handles.here.publications.setMode(customerId, id, 'auto', entry);
      const bad = anEntry({ customerId, subject: 'a\0b' });
      const set = handles.here.publications.setMode(customerId, id, 'off', bad);
      expect(await codeOf(set)).toBe('invalid_request');
      expect(await read(customerId)).toEqual([[id, { mode: 'auto', written: [] }]]);
      const entries = await handles.there.audit.list({ customerId, limit: 9 });
      expect(entries.filter(({ action }) => action === 'forecast.publish')).toEqual([entry]);
    });

    test('a plant without a mode has nothing noted that was written', async () => {
      const { id, customerId } = await addedPlant(handles.here);
      expect(await handles.here.publications.addWritten(id, 'first')).toBe(false);
      expect(await read(customerId)).toEqual([]);
    });

    test('another customer neither sets the mode of a plant nor reads it', async () => {
      const { id, customerId } = await addedPlant(handles.here);
      const other = await addedPlant(handles.here);
      await handles.here.publications.setMode(customerId, id, 'auto', anEntry());
      const set = handles.here.publications.setMode(other.customerId, id, 'off', anEntry());
      expect(await codeOf(set)).toBe('plant_unknown');
      expect(await read(other.customerId)).toEqual([]);
      expect(await read(customerId)).toHaveLength(1);
    });

    test('the mode of a plant goes with it', async () => {
      const { id, customerId } = await addedPlant(handles.here);
      await handles.here.publications.setMode(customerId, id, 'auto', anEntry());
      await handles.here.plants.remove(customerId, id, anEntry());
      expect(await read(customerId)).toEqual([]);
    });

    test.each(UNKNOWN_IDS)('a customer or plant with the id of %s has no mode', async (_, id) => {
      const plant = await addedPlant(handles.here);
      const { publications } = handles.here;
      const set = (customerId: string, plantId: string) =>
        codeOf(publications.setMode(customerId, plantId, 'auto', anEntry()));
      expect(await set(plant.customerId, id)).toBe('plant_unknown');
      expect(await set(id, plant.id)).toBe('plant_unknown');
      expect(await read(id)).toEqual([]);
    });
  });
}
