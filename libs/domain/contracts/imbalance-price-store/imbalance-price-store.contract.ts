import { dateAfter, quartersOfDate } from '@solano/domain/kernel';
import type { ImbalanceDay, ImbalanceRevision, NewImbalanceRevision } from '@solano/domain/market';
import type { Customer } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { addedCustomer, all, anEntry } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

/** Each test has a month of its own. */
let months = 0;
function newDay(): string {
  months += 1;
  return `${2000 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-05`;
}

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

function aRevision(
  date: string,
  settlement: string,
  more: Partial<NewImbalanceRevision> = {},
): NewImbalanceRevision {
  const short = quartersOfDate(date).map((_, i) => i * 1_001 - 5_000);
  const long = short.map((price) => price - 1);
  return { date, settlement, source: 'csv', knownAt: at(1), stepMinutes: 15, short, long, ...more };
}

/** What every ImbalancePriceStore does. */
export function imbalancePriceStoreContract(name: string, open: OpenStores): void {
  describe(`ImbalancePriceStore: ${name}`, () => {
    const handles = openForSuite(open);
    const add = (...days: NewImbalanceRevision[]) => {
      const dates = days.map(({ date }) => date);
      return handles.here.imbalance.revise(dates, () => days);
    };
    const read = (from: string, to = from, known?: Date) =>
      all(handles.there.imbalance.prices(from, to, known));

    test('prices are read as they were added, to the thousandth, negative ones too', async () => {
      const date = newDay();
      const hours = { stepMinutes: 60, short: [-999_999_999, 0, 1], long: [999_999_999, -1, 0] };
      const [quarterly, hourly] = [
        aRevision(date, 'C1'),
        aRevision(dateAfter(date, 1), 'Ñ', hours),
      ];
      const added = await add(quarterly, hourly);
      const expected = [quarterly, hourly].map((day) => ({ ...day, revision: 1 }));
      expect(added).toEqual(expected);
      expect(await read(date, dateAfter(date, 1))).toEqual(expected);
    });

    test('days are read oldest first, as many as there are, and days without prices are left out', async () => {
      const first = '1990-01-01';
      const dates = Array.from({ length: 70 }, (_, i) => dateAfter(first, 2 * i));
      await add(...dates.map((date) => aRevision(date, 'C1')).reverse());
      const found = await read(dateAfter(first, 1), dates.at(-2));
      expect(found.map(({ date }) => date)).toEqual(dates.slice(1, -1));
    });

    test('the highest revision counts, and every one is kept with its settlement', async () => {
      const date = newDay();
      await add(aRevision(date, 'esios', { source: 'esios' }));
      await add(aRevision(date, 'C2', { long: [7], knownAt: at(2) }));
      await add(aRevision(date, 'C1', { long: [8], knownAt: at(3) }));
      const kept = await handles.there.imbalance.revisions(date);
      expect(kept.map(brief)).toEqual([
        [1, 'esios', 'esios', at(1)],
        [2, 'C2', 'csv', at(2)],
        [3, 'C1', 'csv', at(3)],
      ]);
      expect(await read(date)).toEqual([kept[2]]);
      expect(await handles.there.imbalance.revisions(dateAfter(date, 1))).toEqual([]);
    });

    test('the prices known at an instant are those of the highest revision by then', async () => {
      const date = newDay();
      for (const hour of [2, 4]) await add(aRevision(date, `at ${hour}`, { knownAt: at(hour) }));
      const settlements = await Promise.all(
        [1, 2, 3, 4].map(async (hour) => (await read(date, date, at(hour)))[0]?.settlement),
      );
      expect(settlements).toEqual([undefined, 'at 2', 'at 2', 'at 4']);
    });

    test('a revision is decided from all of the days before, and no others', async () => {
      const date = newDay();
      await add(aRevision(date, 'C1'), aRevision(dateAfter(date, 1), 'C1'));
      await add(aRevision(date, 'C2'));
      const dates = [date, dateAfter(date, 2)];
      let seen: unknown;
      const added = await handles.here.imbalance.revise(dates, (known) => {
        seen = [...known].map(([day, own]) => [day, own.map(({ settlement }) => settlement)]);
        return [];
      });
      expect(seen).toEqual([[date, ['C1', 'C2']]]);
      expect(added).toEqual([]);
    });

    test('nothing is stored where the decision fails or a settlement cannot be stored', async () => {
      const date = newDay();
      const failing = handles.here.imbalance.revise([date], () => {
        throw new RangeError('decided against');
      });
      await expect(failing).rejects.toThrow('decided against');
      const entry = anEntry({ subject: 'a\0b' });
      const days = () => [aRevision(date, 'C1')];
      const unstorable = handles.here.imbalance.revise([date], days, entry);
      expect(await codeOf(unstorable)).toBe('invalid_request');
      expect(await read(date)).toEqual([]);
    });

    test('an audit entry is written with prices that are added, and not where none is', async () => {
      const date = newDay();
      const [written, unwritten] = ['of prices', 'of none'].map((subject) => anEntry({ subject }));
      await handles.here.imbalance.revise([date], () => [aRevision(date, 'C1')], written);
      await handles.here.imbalance.revise([date], () => [], unwritten);
      const entries = await handles.there.audit.list({ limit: 1000 });
      const subjects = entries.map(({ subject }) => subject);
      expect(subjects).toContain('of prices');
      expect(subjects).not.toContain('of none');
    });

    test('revisions that are added at once are numbered one after the other', async () => {
      const date = newDay();
      const stores = [handles.here.imbalance, handles.there.imbalance];
      const added = await concurrently(6, (i) => {
        const day = aRevision(date, `C${i}`);
        return (stores[i % 2] ?? handles.here.imbalance).revise([date], () => [day]);
      });
      const numbers = added.flat().map(({ revision }) => revision);
      expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await handles.there.imbalance.revisions(date)).toHaveLength(6);
    });

    test('the version is another one after prices were added, and the same otherwise', async () => {
      const date = newDay();
      const before = await handles.there.imbalance.version();
      await handles.here.imbalance.revise([date], () => []);
      expect(await handles.there.imbalance.version()).toBe(before);
      await add(aRevision(date, 'C1'));
      expect(await handles.there.imbalance.version()).not.toBe(before);
    });

    describe('synthetic prices', () => {
      syntheticTests(handles);
    });
  });
}

/** The tests of who sees the synthetic prices of a customer. */
function syntheticTests(handles: TwoHandles): void {
  /** What the market and some customers see from a day on, by settlement. */
  async function seen(first: string, ...customers: readonly Customer[]) {
    const { imbalance } = handles.there;
    const readers = [imbalance, ...customers.map(({ id }) => imbalance.seenBy(id))];
    const found = readers.map((reader) => all(reader.prices(first, dateAfter(first, 9))));
    return (await Promise.all(found)).map((days) =>
      days.map(({ date, settlement }) => [date, settlement]),
    );
  }
  const twoCustomers = () =>
    Promise.all([addedCustomer(handles.here), addedCustomer(handles.here)]);

  test('synthetic prices are seen by their customer alone, on days without settled ones', async () => {
    const [demo, other] = await twoCustomers();
    const first = newDay();
    const days = [0, 1, 2].map((i) => aDay(dateAfter(first, i)));
    await handles.here.imbalance.seenBy(demo.id).putSynthetic(days, at(7));
    const settled = aRevision(dateAfter(first, 1), 'C1');
    await handles.here.imbalance.revise([settled.date], () => [settled]);
    const real = [[settled.date, 'C1']];
    expect(await seen(first, other, demo)).toEqual([
      real,
      real,
      [[first, 'synthetic'], ...real, [dateAfter(first, 2), 'synthetic']],
    ]);
    const own = handles.there.imbalance.seenBy(demo.id);
    expect(await all(own.prices(first, first))).toEqual([
      { ...days[0], revision: 1, settlement: 'synthetic', source: 'synthetic', knownAt: at(7) },
    ]);
    expect(await all(own.prices(first, first, at(6)))).toEqual([]);
    expect(await all(own.prices(first, first, at(7)))).toHaveLength(1);
    expect(await handles.there.imbalance.revisions(first)).toEqual([]);
  });

  test('synthetic prices of a day stay as they were first put', async () => {
    const [demo] = await twoCustomers();
    const date = newDay();
    const own = handles.here.imbalance.seenBy(demo.id);
    await own.putSynthetic([aDay(date)], at(1));
    const changed = { ...aDay(date), long: quartersOfDate(date).map(() => 9) };
    await own.putSynthetic([changed, aDay(dateAfter(date, 1))], at(2));
    const known = (await all(own.prices(date, dateAfter(date, 1)))).map(({ knownAt }) => knownAt);
    expect(known).toEqual([at(1), at(2)]);
  });

  test('synthetic prices are deleted along with synthetic realised prices, and settled ones stay', async () => {
    const [demo, other] = await twoCustomers();
    const date = newDay();
    for (const { id } of [demo, other]) {
      await handles.here.imbalance.seenBy(id).putSynthetic([aDay(date)], at(1));
    }
    const settled = aRevision(dateAfter(date, 1), 'C1');
    await handles.here.imbalance.revise([settled.date], () => [settled]);
    const before = await handles.there.imbalance.seenBy(demo.id).version();
    await handles.here.prices.removeSynthetic();
    const real = [[settled.date, 'C1']];
    expect(await seen(date, demo, other)).toEqual([real, real, real]);
    expect(await handles.there.imbalance.seenBy(demo.id).version()).not.toBe(before);
  });

  test('the version is another one for the customer of new synthetic prices, and for no other', async () => {
    const [demo, other] = await twoCustomers();
    const read = () => {
      const { imbalance } = handles.there;
      const readers = [imbalance, imbalance.seenBy(other.id), imbalance.seenBy(demo.id)];
      return Promise.all(readers.map((reader) => reader.version()));
    };
    const before = await read();
    await handles.here.imbalance.seenBy(demo.id).putSynthetic([aDay(newDay())], at(1));
    const after = await read();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).not.toBe(before[2]);
    const day = aRevision(newDay(), 'C1');
    await handles.here.imbalance.revise([day.date], () => [day]);
    const last = await read();
    expect(last.every((version, i) => version !== after[i])).toBe(true);
    await handles.here.imbalance.seenBy(other.id).putSynthetic([aDay(newDay())], at(1));
    const [, others, own] = await read();
    expect(others).not.toBe(own);
  });
}

function aDay(date: string): ImbalanceDay {
  const { stepMinutes, short, long } = aRevision(date, '');
  return { date, stepMinutes, short, long };
}

function brief({ revision, settlement, source, knownAt }: ImbalanceRevision) {
  return [revision, settlement, source, knownAt];
}
