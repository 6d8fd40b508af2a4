import { dateAfter } from '@solano/domain/kernel';
import type { ScoredDay } from '@solano/domain/market';
import { expect, test } from 'vitest';
import { normalBands } from './normal-bands.ts';

const FIRST_DATE = '2025-11-03';

test('normal bands have the mean and deviation of that hour’s errors of the days before', () => {
  const days = Array.from(
    { length: 11 },
    (_, i): ScoredDay => ({
      date: dateAfter(FIRST_DATE, i),
      leadDays: 1,
      weight: 1,
      hours: [0, 23],
      realised: [i % 2 === 0 ? 12 : 16, 16],
      predicted: [12, 16],
      references: {},
    }),
  );
  const banded = normalBands(days, 10);
  expect(banded[10]?.bands?.[3]).toEqual([14, 16]);
  expect(banded[10]?.bands?.[5]?.[0]).toBeCloseTo(14 + 1.2815516 * 2, 6);
  expect(banded[9]?.bands).toBeUndefined();
});
