import type { Plant, PlantStore, Unavailability, UnavailabilityStore } from '@solano/domain/assets';
import { expect, test } from 'vitest';
import { anEntry, later } from './examples.ts';
import { concurrently, errorOf } from './outcome.ts';
import type { Stores, TwoHandles } from './stores.ts';

/** What the tests of updates know of one kind of records. */
export interface RecordKind<T> {
  readonly store: (stores: Stores) => RecordStore<T>;
  readonly add: (stores: Stores) => Promise<T>;
  /** Fields that a record keeps when it becomes like another one. */
  readonly keep: (record: T) => Partial<T>;
  /** The record with one of its texts, empty at first, longer by `x`. */
  readonly lengthen: (record: T) => T;
  readonly length: (record: T) => number;
}

interface RecordStore<T> {
  get(customerId: string, id: string): Promise<T | undefined>;
  update(
    customerId: string,
    id: string,
    change: (present: T) => T,
    entry: ReturnType<typeof anEntry>,
  ): Promise<T | undefined>;
  remove: (PlantStore | UnavailabilityStore)['remove'];
}

/** The tests of `update` that hold for plants and unavailabilities alike. */
export function recordUpdates<T extends Plant | Unavailability>(
  handles: TwoHandles,
  { store, add, keep, lengthen, length }: RecordKind<T>,
): void {
  test('an update passes the stored record to the change', async () => {
    const { here, there } = handles;
    const record = await add(here);
    const seen: T[] = [];
    const note = (present: T) => {
      seen.push({ ...present });
      return present;
    };
    await store(there).update(record.customerId, record.id, note, anEntry());
    expect(seen.at(-1)).toEqual(record);
  });

  test('an update never changes the record’s id, customer and time of creation', async () => {
    const { here, there } = handles;
    const record = await add(here);
    const other = await add(here);
    const { id, customerId, createdAt } = record;
    const like = { ...other, ...keep(record) };
    const change = () => ({ ...like, createdAt: later(1) });
    const updated = await store(here).update(customerId, id, change, anEntry());
    expect(updated).toEqual({ ...like, id, customerId, createdAt });
    expect(await store(there).get(customerId, id)).toEqual(updated);
    expect(await store(there).get(other.customerId, other.id)).toEqual(other);
  });

  test('an update whose change throws leaves the record alone, and its error is rethrown', async () => {
    const { here, there } = handles;
    const record = await add(here);
    const { customerId, id } = record;
    const error = new RangeError('from the change');
    const change = (present: T): T => {
      present.updatedAt.setTime(0);
      throw error;
    };
    expect(await errorOf(store(here).update(customerId, id, change, anEntry()))).toBe(error);
    expect(await store(there).get(customerId, id)).toEqual(record);
    const same = await store(there).update(customerId, id, (present) => present, anEntry());
    expect(same).toEqual(record);
  });

  test('an update loses none of twenty changes made at once', async () => {
    const { here, there } = handles;
    const { customerId, id } = await add(here);
    const results = await concurrently(20, (i) => {
      return store(i % 2 ? here : there).update(customerId, id, lengthen, anEntry());
    });
    const lengths = results.map((record) => (record ? length(record) : 0));
    expect(lengths.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const left = await store(here).get(customerId, id);
    expect(left && length(left)).toBe(20);
  });

  test('an update either finds a record that is removed at once, or not', async () => {
    const { here, there } = handles;
    for (let round = 0; round < 20; round += 1) {
      const { customerId, id } = await add(here);
      const [updated, removed] = await Promise.all([
        store(here).update(customerId, id, lengthen, anEntry()),
        store(there).remove(customerId, id, anEntry()),
      ]);
      expect(removed).toBe(true);
      expect(updated ? length(updated) : 1).toBe(1);
      expect(await store(here).get(customerId, id)).toBeUndefined();
    }
  });
}
