import type { Unavailability } from '@solano/domain/assets';
import { expect, test } from 'vitest';
import { addedPlant, addedUnavailability, anEntry, later } from '../examples.ts';
import { recordUpdates } from '../record-updates.ts';
import type { TwoHandles } from '../stores.ts';

/** The tests of an UnavailabilityStore's `update`. */
export function unavailabilityUpdates(handles: TwoHandles): void {
  test('an update writes every field', async () => {
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

  recordUpdates(handles, {
    store: ({ unavailabilities }) => unavailabilities,
    add: (stores) => addedUnavailability(stores, { observations: '' }),
    keep: ({ plantName }) => ({ plantName }),
    lengthen: (record) => ({ ...record, observations: `${record.observations}x` }),
    length: ({ observations }) => observations.length,
  });
}
