import type { Plant, Unavailability } from '@solano/domain/assets';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addedCustomer,
  addedPlant,
  addedUnavailability,
  all,
  anEntry,
  anUnavailability,
} from '../examples.ts';
import { longListTests, MANY } from '../long-lists.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** The tests of an UnavailabilityStore's `list` and `count`. */
export function unavailabilityLists(handles: TwoHandles): void {
  contents(handles);
  windows(handles);
  order(handles);
  longLists(handles);
}

function contents(handles: TwoHandles): void {
  test('unavailabilities are none where there is nothing', async () => {
    const { unavailabilities } = handles.here;
    const { id } = await addedCustomer(handles.here);
    const plant = await addedPlant(handles.here);
    for (const [customerId, name] of [
      [id, undefined],
      [id, 'no plant'],
      [id, plant.name],
      [plant.customerId, plant.name],
    ] as const) {
      expect(await all(unavailabilities.list(customerId, name, { offset: 0 }))).toEqual([]);
      expect(await unavailabilities.count(customerId, name)).toBe(0);
    }
  });

  test('unavailabilities are listed of one plant, or of all', async () => {
    const { here, there } = handles;
    const a = await addedPlant(here, { name: 'a' });
    const { customerId } = a;
    const b = await addedPlant(here, { customerId, name: 'A' });
    const ofA = await addedUnavailability(here, { start: '2026-01-01T00:00:00Z' }, a);
    const ofB = await addedUnavailability(here, { start: '2026-01-02T00:00:00Z' }, b);
    const { unavailabilities } = there;
    expect(await all(unavailabilities.list(customerId, 'a', { offset: 0 }))).toEqual([ofA]);
    expect(await all(unavailabilities.list(customerId, 'A', { offset: 0 }))).toEqual([ofB]);
    expect(await all(unavailabilities.list(customerId, undefined, { offset: 0 }))).toEqual([
      ofA,
      ofB,
    ]);
    expect(await unavailabilities.count(customerId, 'a')).toBe(1);
    expect(await unavailabilities.count(customerId, undefined)).toBe(2);
  });
}

function windows(handles: TwoHandles): void {
  test('unavailabilities that overlap a window are listed; its end is exclusive', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here, { name: 'a' });
    const { customerId } = plant;
    const added = async (start: string, end: string) => {
      const day = '2026-01-01T';
      const fields = { start: `${day}${start}Z`, end: `${day}${end}Z` };
      return (await addedUnavailability(here, fields, plant)).id;
    };
    const [first, second, third] = [
      await added('00:00:00', '10:00:00.000001'),
      await added('05:00:00', '06:00:00'),
      await added('10:00:00', '12:00:00'),
    ];
    const { unavailabilities } = there;
    const [ten, six, late] = ['10:00:00', '06:00:00', '12:00:00'].map((at) => `2026-01-01T${at}Z`);
    for (const [window, ids] of [
      [{ from: ten }, [first, third]],
      [{ to: ten }, [first, second]],
      [{ from: six, to: ten }, [first]],
      [{ from: six, to: '2026-01-01T10:00:00.001Z' }, [first, third]],
      [{ from: late }, []],
      [{ from: undefined, to: undefined }, [first, second, third]],
    ] as const) {
      for (const name of ['a', undefined]) {
        const found = await all(unavailabilities.list(customerId, name, { offset: 0 }, window));
        expect(found.map(({ id }) => id)).toEqual(ids);
        expect(await unavailabilities.count(customerId, name, window)).toBe(ids.length);
        const isWhole = window.from === undefined && window.to === undefined;
        const bounded = isWhole ? ids.length : Math.min(ids.length, 2);
        expect(await unavailabilities.count(customerId, name, window, 1)).toBe(bounded);
      }
    }
  });
}

function order(handles: TwoHandles): void {
  test('the order is by start to the microsecond, then by id', async () => {
    const { here, there } = handles;
    const starts = [
      '0001-01-01T00:00:00Z',
      '0999-12-31T23:59:59.999999Z',
      '1969-12-31T23:59:59.999999Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000001Z',
      '2026-01-01T00:00:00.000010Z',
      '2026-01-01T00:00:00.100000Z',
      '2026-01-01T00:00:01Z',
      '9999-12-31T23:59:59Z',
      '9999-12-31T23:59:59.999999Z',
    ];
    const plant = await addedPlant(here);
    const { customerId } = plant;
    const ordered = starts.flatMap((start) => {
      const ids = Array.from({ length: 4 }, () => crypto.randomUUID()).toSorted();
      return ids.map((id) => anUnavailability(plant, { id, start, end: start }));
    });
    for (const i of ordered.keys()) {
      await here.unavailabilities.add(
        ordered[(i * 7) % ordered.length] as Unavailability,
        anEntry(),
      );
    }
    for (const name of [undefined, plant.name]) {
      const { unavailabilities } = there;
      expect(await all(unavailabilities.list(customerId, name, { offset: 0 }))).toEqual(ordered);
      const page = unavailabilities.list(customerId, name, { offset: 2, limit: 4 });
      expect(await all(page)).toEqual(ordered.slice(2, 6));
    }
  });
}

/** Adds records of one plant, several with each start; they are returned in their order. */
async function addMany(stores: Stores, plant: Plant): Promise<Unavailability[]> {
  const records = Array.from({ length: MANY }, (_, i) => {
    const micros = String(Math.floor(i / 3)).padStart(6, '0');
    const start = micros === '000000' ? '2026-01-01T00:00:00Z' : `2026-01-01T00:00:00.${micros}Z`;
    const end = `2026-02-01T00:00:00.${String(i + 1).padStart(6, '0')}Z`;
    return anUnavailability(plant, { start, end });
  });
  await stores.unavailabilities.replaceAll(plant.customerId, records, anEntry());
  const key = ({ start, id }: Unavailability) => `${start.replace('00Z', '00.000000Z')} ${id}`;
  return records.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function longLists(handles: TwoHandles): void {
  let plant: Plant;
  let ordered: Unavailability[];

  beforeAll(async () => {
    plant = await addedPlant(handles.here);
    ordered = await addMany(handles.here, plant);
  });

  describe('of a plant', () => {
    longListTests(() => ({
      list: (page) => handles.there.unavailabilities.list(plant.customerId, plant.name, page),
      ordered,
    }));
  });

  describe('of all plants', () => {
    longListTests(() => ({
      list: (page) => handles.there.unavailabilities.list(plant.customerId, undefined, page),
      ordered,
    }));
  });

  test('the count is of all unavailabilities', async () => {
    const { unavailabilities } = handles.there;
    expect(await unavailabilities.count(plant.customerId, plant.name)).toBe(MANY);
    expect(await unavailabilities.count(plant.customerId, undefined)).toBe(MANY);
  });
}

/** A list that is being read while its rows move. */
export function movingLists(handles: TwoHandles): void {
  test('a list shows each record once while records move between its pages', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { customerId, name } = plant;
    const day = (i: number) => `${new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 19)}Z`;
    const end = '2090-01-01T00:00:00Z';
    const records = Array.from({ length: 3_000 }, (_, i) => {
      return anUnavailability(plant, { start: day(i), end });
    });
    await here.unavailabilities.replaceAll(customerId, records, anEntry());
    const read: string[] = [];
    for await (const { id } of here.unavailabilities.list(customerId, name, { offset: 0 })) {
      read.push(id);
      if (read.length !== 10) continue;
      const [early, late] = [records[0]?.id ?? '', records[2_990]?.id ?? ''];
      await there.unavailabilities.update(
        customerId,
        early,
        (each) => ({
          ...each,
          start: '2080-01-01T00:00:00Z',
        }),
        anEntry(),
      );
      await there.unavailabilities.update(
        customerId,
        late,
        (each) => ({
          ...each,
          start: '2000-01-01T00:00:00Z',
        }),
        anEntry(),
      );
    }
    expect(read.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
  });
}
