import type { DaySpreadCurves } from '@solano/domain/market';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

const EVER = new Date('9999-01-01T00:00:00Z');

function curvesOf(date: string, generatedAt: string, level = 0): DaySpreadCurves {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    return { surprises: [-12.5, 0, 20], spreads: [level + hour / 8, level, level - 0.001] };
  });
  const known = { generatedAt: new Date(generatedAt), learnedUntil: '2026-10-24' };
  return { date, earlier: 'MD', later: 'MID1', ...known, hours };
}

const only = (date: string) => ({ from: date, to: date });

/** What every SpreadCurveStore does. */
export function spreadCurveStoreContract(name: string, open: OpenStores): void {
  describe(`SpreadCurveStore: ${name}`, () => {
    const handles = openForSuite(open);

    test('curves are read as they were added', async () => {
      const { here, there } = handles;
      const curves = curvesOf('2026-11-01', '2026-10-31T08:00:00.123Z', -3.7);
      await here.spreadCurves.add(curves);
      expect(await there.spreadCurves.newest(only('2026-11-01'), EVER)).toEqual([curves]);
    });

    test('the newest curves of each day and two sessions from before an instant are read, by day', async () => {
      const { here, there } = handles;
      const date = '2026-11-02';
      const [early, late] = [
        curvesOf(date, '2026-11-01T05:00:00Z', 1),
        curvesOf(date, '2026-11-01T08:00:00Z', 2),
      ];
      await here.spreadCurves.add(late);
      await here.spreadCurves.add(early);
      const ofOthers = { ...early, later: 'MID2' } as const;
      const nextDay = { ...late, date: '2026-11-03' };
      await here.spreadCurves.add(nextDay);
      await here.spreadCurves.add(ofOthers);
      const before = (instant: string, to = date) => {
        return there.spreadCurves.newest({ from: date, to }, new Date(instant));
      };
      expect(await before('2026-11-01T05:00:00Z')).toEqual([]);
      expect(await before('2026-11-01T08:00:00Z')).toEqual([early, ofOthers]);
      expect(await before('2026-11-05T00:00:00Z')).toEqual([late, ofOthers]);
      expect(await before('2026-11-05T00:00:00Z', nextDay.date)).toEqual([late, ofOthers, nextDay]);
    });

    test('the newest version of each day and two sessions is named, from a day on and before an instant', async () => {
      const { here, there } = handles;
      const [first, second] = ['2027-11-02', '2027-11-03'];
      const versions = [
        curvesOf(first, '2027-11-01T05:00:00.123Z'),
        curvesOf(first, '2027-11-01T08:00:00Z'),
        curvesOf(second, '2027-11-02T08:00:00Z'),
      ] as const;
      for (const each of versions) await here.spreadCurves.add(each);
      await here.spreadCurves.add({ ...versions[0], later: 'MID2' });
      const named = async (from: string, before: string) => {
        const found = await there.spreadCurves.versions(from, new Date(before));
        const names = found.map(({ date, earlier, later, generatedAt }) => {
          return `${date} ${earlier} ${later} ${generatedAt.toISOString()}`;
        });
        return names.sort();
      };
      const all = [
        `${first} MD MID1 2027-11-01T08:00:00.000Z`,
        `${first} MD MID2 2027-11-01T05:00:00.123Z`,
        `${second} MD MID1 2027-11-02T08:00:00.000Z`,
      ];
      expect(await named(first, '9999-01-01T00:00:00Z')).toEqual(all);
      expect(await named(second, '9999-01-01T00:00:00Z')).toEqual(all.slice(2));
      expect(await named(first, '2027-11-01T08:00:00Z')).toEqual([
        `${first} MD MID1 2027-11-01T05:00:00.123Z`,
        `${first} MD MID2 2027-11-01T05:00:00.123Z`,
      ]);
    });

    test('curves that are there stay, also where several are added at once', async () => {
      const { here, there } = handles;
      const curves = curvesOf('2026-11-04', '2026-11-03T08:00:00Z', 1);
      await concurrently(6, (i) => (i % 2 === 0 ? here : there).spreadCurves.add(curves));
      await there.spreadCurves.add(curvesOf('2026-11-04', '2026-11-03T08:00:00Z', 9));
      expect(await here.spreadCurves.newest(only('2026-11-04'), EVER)).toEqual([curves]);
    });
  });
}
