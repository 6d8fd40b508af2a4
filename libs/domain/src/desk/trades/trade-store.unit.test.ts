import { expect, test } from 'vitest';
import { countingDays, type DayDelivery } from './trade-store.ts';

const hour = (hours: number) => new Date(Date.UTC(2026, 2, 10, hours));

function delivery(
  session: DayDelivery['session'],
  delivered: number,
  takenBack?: number,
  day = '2026-03-10',
): DayDelivery {
  const takenBackAt = takenBack === undefined ? undefined : hour(takenBack);
  return { session, day, deliveredAt: hour(delivered), takenBackAt };
}

const DELIVERIES = [
  delivery('MD', 1),
  delivery('MIC', 1),
  delivery('MD', 2, 5),
  delivery('MD', 3, 4),
  delivery('BIL', 3, undefined, '2026-03-09'),
];

test.each([
  ['now', undefined, ['BIL 3', 'MD 1', 'MIC 1']],
  ['before the first', 0, []],
  ['at the first delivery', 1, ['MD 1', 'MIC 1']],
  ['between the second and the third', 2, ['MD 2', 'MIC 1']],
  ['while the third counts', 3, ['BIL 3', 'MD 3', 'MIC 1']],
  ['when the third is taken back', 4, ['BIL 3', 'MD 2', 'MIC 1']],
  ['when the second is too', 5, ['BIL 3', 'MD 1', 'MIC 1']],
])(
  'the latest delivery of a session and day counts that was not taken back: %s',
  (_, at, expected) => {
    const found = countingDays(DELIVERIES, at === undefined ? undefined : hour(at));
    expect(found.map((each) => `${each.session} ${each.deliveredAt.getUTCHours()}`)).toEqual(
      expected,
    );
  },
);
