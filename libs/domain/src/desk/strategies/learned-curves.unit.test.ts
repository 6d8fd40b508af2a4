import { quartersOfDate } from '@solano/domain/kernel';
import type { DaySpreadCurves, Session, SpreadCurveReader } from '@solano/domain/market';
import { only } from '@solano/domain/test/backtest';
import { expect, test } from 'vitest';
import { learnedCurves } from './learned-curves.ts';

const DAYS = ['2026-03-28', '2026-03-29', '2026-03-31'] as const;
const SUBMITTED_AT = Date.parse('2026-03-27T08:00:00Z');

function curvesOf(date: string, earlier: Session, later: Session): DaySpreadCurves {
  const hours = [{ surprises: [0], spreads: [1] }];
  const generatedAt = new Date(SUBMITTED_AT - 1);
  return { date, earlier, later, generatedAt, learnedUntil: '2026-03-26', hours };
}

const items = DAYS.flatMap((date) => {
  return quartersOfDate(date).map((end) => {
    return { label: '', period: { end, minutes: 15 }, megawatts: 1 };
  });
});

/** A reader that notes its calls. */
function reading(found: readonly DaySpreadCurves[]) {
  const calls: unknown[] = [];
  const reader: SpreadCurveReader = {
    newest: async (days, before) => {
      calls.push({ ...days, before: before.getTime() });
      return found;
    },
  };
  return { reader, calls };
}

function learned(
  reader: SpreadCurveReader,
  { models = [7], isOpen = () => true }: { models?: number[]; isOpen?: (i: number) => boolean },
) {
  const task = { items, submittedAt: SUBMITTED_AT, settings: only(...models) };
  const open = items.map((_, i): Session[] => (isOpen(i) ? ['MD', 'MID1'] : ['MID1', 'MID2']));
  return learnedCurves(reader, task, open, Infinity);
}

test('curves of all days of a series are read at once, as of its submission', async () => {
  const found = DAYS.map((date) => curvesOf(date, 'MD', 'MID1'));
  const { reader, calls } = reading(found);
  expect(await learned(reader, {})).toEqual(found);
  expect(calls).toEqual([{ from: DAYS[0], to: DAYS[2], before: SUBMITTED_AT }]);
});

test('curves of days without an item, and of sessions that are closed, are left out', async () => {
  const [first, second] = [curvesOf(DAYS[0], 'MD', 'MID1'), curvesOf(DAYS[1], 'MD', 'MID1')];
  const auctions = curvesOf(DAYS[0], 'MID1', 'MID2');
  const { reader } = reading([first, auctions, second, curvesOf('2026-03-30', 'MD', 'MID1')]);
  const firstDay = quartersOfDate(DAYS[0]).length;
  expect(await learned(reader, { isOpen: (i) => i >= firstDay })).toEqual([auctions, second]);
});

test('curves are not read where no model bids by them', async () => {
  const { reader, calls } = reading([curvesOf(DAYS[0], 'MD', 'MID1')]);
  expect(await learned(reader, { models: [1, 6] })).toEqual([]);
  expect(calls).toEqual([]);
});
