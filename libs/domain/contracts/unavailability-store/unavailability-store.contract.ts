import { AVAILABILITY_TYPES, SOURCE_UNITS, type Unavailability } from '@solano/domain/assets';
import { describe, expect, test } from 'vitest';
import {
  addedPlant,
  addedUnavailability,
  all,
  anEntry,
  anUnavailability,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';
import { movingLists, unavailabilityLists } from './lists.ts';
import { unavailabilityPlants } from './plants.ts';
import { unavailabilityRaces } from './races.ts';
import { recordedUnavailabilities } from './recorded.ts';
import { unavailabilityReplacements } from './replacements.ts';
import { unavailabilityUpdates } from './updates.ts';

/** What every UnavailabilityStore does. */
export function unavailabilityStoreContract(name: string, open: OpenStores): void {
  describe(`UnavailabilityStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('values', () => {
      values(handles);
    });
    describe('lookup', () => {
      lookUp(handles);
    });
    describe('removal', () => {
      removal(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
    describe('update', () => {
      unavailabilityUpdates(handles);
    });
    describe('plants', () => {
      unavailabilityPlants(handles);
    });
    describe('plants removed at once', () => {
      unavailabilityRaces(handles);
    });
    describe('many at once', () => {
      unavailabilityReplacements(handles);
    });
    describe('as recorded', () => {
      recordedUnavailabilities(handles);
    });
    describe('lists', () => {
      movingLists(handles);
      unavailabilityLists(handles);
    });
  });
}

function values(handles: TwoHandles): void {
  async function expectKept(fields: Partial<Unavailability>): Promise<void> {
    const { here, there } = handles;
    const record = await addedUnavailability(here, fields);
    const { customerId, id, plantName } = record;
    expect(await there.unavailabilities.get(customerId, id)).toEqual(record);
    const listed = await all(there.unavailabilities.list(customerId, plantName, { offset: 0 }));
    expect(listed).toEqual([record]);
    const changed = await there.unavailabilities.update(
      customerId,
      id,
      (each) => ({ ...each }),
      anEntry(),
    );
    expect(changed).toEqual(record);
    expect(await here.unavailabilities.get(customerId, id)).toEqual(record);
  }

  test.each([
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000001Z'],
    ['0099-12-31T23:59:59Z', '0100-01-01T00:00:00.999999Z'],
    ['1899-12-31T23:45:16.000004Z', '1900-01-01T00:00:00Z'],
    ['1969-12-31T23:59:59.999999Z', '1970-01-01T00:00:00Z'],
    ['2000-02-29T23:59:59.100000Z', '2026-03-29T01:00:00.120000Z'],
    ['2026-10-25T00:59:59.123456Z', '2026-10-25T01:00:00.000100Z'],
    ['9999-12-31T23:59:59.999998Z', '9999-12-31T23:59:59.999999Z'],
  ])('the instants of an unavailability are stored exactly: %s to %s', async (start, end) => {
    await expectKept({ start, end, createdAt: later(1), updatedAt: later(2) });
  });

  test.each([
    0,
    -0,
    0.1 + 0.2,
    1 / 3,
    1e-300,
    1e300,
    5e-324,
    Number.MAX_VALUE,
    Number.EPSILON,
    2 ** 53 - 1,
    123_456_789.123_456_79,
  ])('the power of an unavailability is stored exactly: %s', async (power) => {
    await expectKept({ availablePowerMw: power, sourceUnit: '%', sourceValue: power });
    await expectKept({ sourceValue: -power });
  });

  test.each(AVAILABILITY_TYPES)('the type %s is stored', async (availabilityType) => {
    await expectKept({ availabilityType });
  });

  test.each(SOURCE_UNITS)('the unit %s, or none, is stored', async (sourceUnit) => {
    await expectKept({ sourceUnit, sourceValue: 7.25, timezoneSource: 'Europe/Madrid' });
    await expectKept({ sourceUnit, sourceValue: null, timezoneSource: null });
    await expectKept({ sourceUnit: null, sourceValue: 0, timezoneSource: '' });
  });

  test.each([...ODD_TEXTS, ['a long text', 'x'.repeat(100_000)] as const])(
    'the texts of an unavailability are stored to the letter: %s',
    async (_, text) => {
      const plant = await addedPlant(handles.here, { name: text });
      const record = anUnavailability(plant, { observations: text, timezoneSource: text });
      await handles.here.unavailabilities.add(record, anEntry());
      const { unavailabilities } = handles.there;
      expect(await unavailabilities.get(plant.customerId, record.id)).toEqual(record);
      expect(await unavailabilities.count(plant.customerId, text)).toBe(1);
    },
  );
}

function lookUp(handles: TwoHandles): void {
  test.each(UNKNOWN_IDS)('a lookup finds nothing for %s', async (_, id) => {
    const { unavailabilities } = handles.here;
    const { customerId, id: own, plantName } = await addedUnavailability(handles.here);
    const unreachable = () => expect.unreachable('there is nothing to change');
    expect(await unavailabilities.get(customerId, id)).toBeUndefined();
    expect(await unavailabilities.update(customerId, id, unreachable, anEntry())).toBeUndefined();
    expect(await unavailabilities.remove(customerId, id, anEntry())).toBe(false);
    expect(await unavailabilities.count(customerId, id)).toBe(0);
    expect(await all(unavailabilities.list(customerId, id, { offset: 0 }))).toEqual([]);
    for (const name of [undefined, plantName]) {
      expect(await unavailabilities.count(id, name)).toBe(0);
      expect(await all(unavailabilities.list(id, name, { offset: 0 }))).toEqual([]);
    }
    expect(await unavailabilities.get(id, own)).toBeUndefined();
    expect(await unavailabilities.remove(id, own, anEntry())).toBe(false);
  });

  test('ids are compared to the letter', async () => {
    const id = `abcdefab-cdef-4abc-8def-${crypto.randomUUID().slice(-12)}`;
    const { customerId } = await addedUnavailability(handles.here, { id });
    expect(await handles.here.unavailabilities.get(customerId, id.toUpperCase())).toBeUndefined();
    expect(await handles.here.unavailabilities.remove(customerId, ` ${id}`, anEntry())).toBe(false);
  });

  test('a record is neither visible to nor changed by another customer', async () => {
    const { unavailabilities } = handles.here;
    const mine = await addedUnavailability(handles.here);
    const theirs = await addedUnavailability(handles.here);
    const { customerId } = theirs;
    const unreachable = () => expect.unreachable('it is not theirs');
    expect(await unavailabilities.get(customerId, mine.id)).toBeUndefined();
    expect(
      await unavailabilities.update(customerId, mine.id, unreachable, anEntry()),
    ).toBeUndefined();
    expect(await unavailabilities.remove(customerId, mine.id, anEntry())).toBe(false);
    expect(await unavailabilities.count(customerId, undefined)).toBe(1);
    expect(await unavailabilities.count(customerId, mine.plantName)).toBe(0);
    expect(await all(unavailabilities.list(customerId, undefined, { offset: 0 }))).toEqual([
      theirs,
    ]);
    expect(await all(unavailabilities.list(customerId, mine.plantName, { offset: 0 }))).toEqual([]);
    expect(await unavailabilities.get(mine.customerId, mine.id)).toEqual(mine);
  });

  test('an id that any customer has is rejected', async () => {
    const { here, there } = handles;
    const first = await addedUnavailability(here);
    const { id } = first;
    expect(await codeOf(addedUnavailability(there, { id }))).toBe('already_exists');
    const second = { ...first, availablePowerMw: 99 };
    expect(await codeOf(there.unavailabilities.add(second, anEntry()))).toBe('already_exists');
    expect(await here.unavailabilities.get(first.customerId, id)).toEqual(first);
  });
}

function removal(handles: TwoHandles): void {
  test('a removal is of one record, and permanent', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { customerId } = plant;
    const first = await addedUnavailability(here, {}, plant);
    const second = await addedUnavailability(here, {}, plant);
    expect(await here.unavailabilities.remove(customerId, first.id, anEntry())).toBe(true);
    expect(await there.unavailabilities.remove(customerId, first.id, anEntry())).toBe(false);
    expect(await there.unavailabilities.get(customerId, first.id)).toBeUndefined();
    expect(await all(there.unavailabilities.list(customerId, undefined, { offset: 0 }))).toEqual([
      second,
    ]);
    expect(await there.plants.get(customerId, plant.id)).toEqual(plant);
  });
}

function copies(handles: TwoHandles): void {
  const ways: Record<string, (record: Unavailability) => Promise<Unavailability | undefined>> = {
    add: async (record) => record,
    get: ({ customerId, id }) => handles.here.unavailabilities.get(customerId, id),
    list: async ({ customerId, plantName }) => {
      const list = handles.here.unavailabilities.list(customerId, plantName, { offset: 0 });
      return (await all(list))[0];
    },
    update: ({ customerId, id }) => {
      return handles.here.unavailabilities.update(customerId, id, (record) => record, anEntry());
    },
    'a change': async ({ customerId, id }) => {
      let given: Unavailability | undefined;
      await handles.here.unavailabilities.update(
        customerId,
        id,
        (record) => {
          given = record;
          return given;
        },
        anEntry(),
      );
      return given;
    },
  };

  test.each(Object.entries(ways))(
    'records that %s accepts and returns are copies',
    async (_, way) => {
      const record = await addedUnavailability(handles.here);
      const copy = structuredClone(record);
      const out = (await way(record)) as Unavailability;
      out.updatedAt.setTime(0);
      Object.assign(out, { observations: 'changed' });
      expect(await handles.here.unavailabilities.get(copy.customerId, copy.id)).toEqual(copy);
    },
  );
}
