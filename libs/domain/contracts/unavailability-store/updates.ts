import type { Unavailability } from '@solano/domain';
import { expect, test } from 'vitest';
import { addedPlant, addedUnavailability, anEntry, later } from '../examples.ts';
import { atOnce, errorOf } from '../outcome.ts';
import type { TwoHandles } from '../stores.ts';

/** The tests of an UnavailabilityStore's `update`. */
export function unavailabilityUpdates(handles: TwoHandles): void {
  test('writes every field', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { id, customerId, createdAt } = await addedUnavailability(here, {}, plant);
    const changed: Unavailability = {
      id,
      customerId,
      plantName: plant.name,
      start: '2026-01-01T00:00:00.000001Z',
      end: '2026-01-01T00:00:00.000002Z',
      availablePowerMw: 0.1 + 0.2,
      availabilityType: 'OTHER',
      observations: 'why',
      sourceUnit: 'kW',
      sourceValue: 300.3,
      timezoneSource: 'Atlantic/Canary',
      createdAt,
      updatedAt: later(7),
    };
    expect(await here.unavailabilities.update(customerId, id, () => changed, anEntry())).toEqual(
      changed,
    );
    expect(await there.unavailabilities.get(customerId, id)).toEqual(changed);
    const nothing = { sourceUnit: null, sourceValue: null, timezoneSource: null };
    const cleared = { ...changed, ...nothing, observations: '' };
    expect(await there.unavailabilities.update(customerId, id, () => cleared, anEntry())).toEqual(
      cleared,
    );
    expect(await here.unavailabilities.get(customerId, id)).toEqual(cleared);
  });

  test('gives the change the record as it is', async () => {
    const { here, there } = handles;
    const record = await addedUnavailability(here);
    await there.unavailabilities.update(
      record.customerId,
      record.id,
      (present) => {
        expect(present).toEqual(record);
        return present;
      },
      anEntry(),
    );
  });

  test('never changes which record it is, whose, and since when', async () => {
    const { here, there } = handles;
    const record = await addedUnavailability(here);
    const other = await addedUnavailability(here);
    const { id, customerId, createdAt, plantName } = record;
    const updated = await here.unavailabilities.update(
      customerId,
      id,
      () => {
        return { ...other, plantName, createdAt: later(1) };
      },
      anEntry(),
    );
    expect(updated).toEqual({ ...other, plantName, id, customerId, createdAt });
    expect(await there.unavailabilities.get(customerId, id)).toEqual(updated);
    expect(await there.unavailabilities.get(other.customerId, other.id)).toEqual(other);
  });

  test('leaves the record alone when the change throws, and its error comes out', async () => {
    const { here, there } = handles;
    const record = await addedUnavailability(here);
    const { customerId, id } = record;
    const error = new RangeError('from the change');
    const rejected = here.unavailabilities.update(
      customerId,
      id,
      (present) => {
        present.updatedAt.setTime(0);
        throw error;
      },
      anEntry(),
    );
    expect(await errorOf(rejected)).toBe(error);
    expect(await there.unavailabilities.get(customerId, id)).toEqual(record);
  });

  test('loses none of twenty changes made at once', async () => {
    const { here, there } = handles;
    const { customerId, id } = await addedUnavailability(here, { observations: '' });
    const results = await atOnce(20, (i) => {
      return (i % 2 ? here : there).unavailabilities.update(
        customerId,
        id,
        (record) => {
          return { ...record, observations: `${record.observations}x` };
        },
        anEntry(),
      );
    });
    const lengths = results.map((record) => record?.observations.length ?? 0);
    expect(lengths.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const left = await here.unavailabilities.get(customerId, id);
    expect(left?.observations).toBe('x'.repeat(20));
  });

  test('either finds a record that is removed at once, or not', async () => {
    const { here, there } = handles;
    for (let round = 0; round < 20; round += 1) {
      const { customerId, id } = await addedUnavailability(here);
      const [updated, removed] = await Promise.all([
        here.unavailabilities.update(
          customerId,
          id,
          (each) => ({ ...each, observations: 'x' }),
          anEntry(),
        ),
        there.unavailabilities.remove(customerId, id, anEntry()),
      ]);
      expect(removed).toBe(true);
      expect(updated?.observations ?? 'x').toBe('x');
      expect(await here.unavailabilities.get(customerId, id)).toBeUndefined();
    }
  });
}
