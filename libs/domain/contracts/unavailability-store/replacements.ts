import type { Plant, Unavailability } from '@solano/domain/assets';
import { HOUR_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { addedPlant, all, anEntry, anUnavailability } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import type { TwoHandles } from '../stores.ts';

/** One record for each of the first hours of 2026. */
function hourly(plant: Plant, count: number, change: Partial<Unavailability> = {}) {
  const first = Date.parse('2026-01-01T00:00:00Z');
  const instant = (hour: number) =>
    `${new Date(first + hour * HOUR_MS).toISOString().slice(0, 19)}Z`;
  return Array.from({ length: count }, (_, i) =>
    anUnavailability(plant, { start: instant(i), end: instant(i + 1), ...change }),
  );
}

/** The tests of recording what a file says. */
export function unavailabilityReplacements(handles: TwoHandles): void {
  const list = ({ customerId }: Plant) =>
    all(handles.there.unavailabilities.list(customerId, undefined, { offset: 0 }));

  test('replacements of several plants are recorded with every value unchanged', async () => {
    const one = await addedPlant(handles.here);
    const other = await addedPlant(handles.here, { customerId: one.customerId });
    const records = [
      ...hourly(one, 2, { observations: '= "a", \u00e1', sourceUnit: '%', sourceValue: 0.1 + 0.2 }),
      ...hourly(other, 1, { start: '2025-12-31T23:00:00.000001Z', timezoneSource: null }),
    ];
    await handles.here.unavailabilities.replaceAll(one.customerId, records, anEntry());
    const listed = await list(one);
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(expect.arrayContaining(records));
  });

  test('replacements replace records with their plant, start, end and type, and no others', async () => {
    const plant = await addedPlant(handles.here);
    const { unavailabilities } = handles.here;
    const before = hourly(plant, 3, { availabilityType: 'OTHER' });
    const otherType = hourly(plant, 1, { availabilityType: 'CURTAILMENT' });
    await unavailabilities.replaceAll(plant.customerId, [...before, ...otherType], anEntry());
    const after = hourly(plant, 2, { availabilityType: 'OTHER', observations: 'new' });
    await unavailabilities.replaceAll(plant.customerId, after, anEntry());
    const ids = (await list(plant)).map(({ id }) => id);
    const kept = [...after, ...before.slice(2), ...otherType].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(kept.toSorted());
  });

  test('replacements are recorded all or none', async () => {
    const plant = await addedPlant(handles.here);
    const { name: plantName } = await addedPlant(handles.here);
    const records = hourly(plant, 2);
    for (const unknown of [plantName, 'nowhere']) {
      const lost = anUnavailability(plant, { plantName: unknown });
      const many = handles.here.unavailabilities.replaceAll(
        plant.customerId,
        [...records, lost],
        anEntry(),
      );
      expect(await codeOf(many)).toBe('plant_unknown');
    }
    expect(await list(plant)).toEqual([]);
  });

  test('replacements may be none, and for an unknown customer are rejected', async () => {
    const plant = await addedPlant(handles.here);
    await handles.here.unavailabilities.replaceAll(plant.customerId, [], anEntry());
    expect(await list(plant)).toEqual([]);
    const records = hourly(plant, 1);
    for (const nobody of [crypto.randomUUID(), 'nobody']) {
      const many = handles.here.unavailabilities.replaceAll(nobody, records, anEntry());
      expect(await codeOf(many)).toBe('plant_unknown');
    }
  });

  test('replacements by ten calls at once leave the result of one', async () => {
    const plant = await addedPlant(handles.here);
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const { unavailabilities } = i % 2 === 0 ? handles.here : handles.there;
        return unavailabilities.replaceAll(plant.customerId, hourly(plant, 20), anEntry());
      }),
    );
    expect(await list(plant)).toHaveLength(20);
  });

  test('replacements may be twenty thousand', async () => {
    const plant = await addedPlant(handles.here);
    await handles.here.unavailabilities.replaceAll(
      plant.customerId,
      hourly(plant, 20_000),
      anEntry(),
    );
    await handles.here.unavailabilities.replaceAll(
      plant.customerId,
      hourly(plant, 20_000),
      anEntry(),
    );
    expect(await handles.here.unavailabilities.count(plant.customerId, plant.name)).toBe(20_000);
  });
}
