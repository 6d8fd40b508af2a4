import { isSolanoError, MINUTE_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { forecastRuns } from './forecast-runs.ts';

const DAY = Date.parse('2026-03-29T00:00:00Z');

/** Runs with the start in minutes of the day. */
function read(...rows: readonly (readonly [label: string, value: string])[]) {
  return forecastRuns(rows.map(([time, value]) => [`2026-03-29 ${time}`, value])).map(
    ({ start, step, microMw }) => [(start - DAY) / MINUTE_MS, step, Array.from(microMw)],
  );
}

test('energy in kWh of the period before a time becomes its mean power', () => {
  expect(read(['00:15', '250'], ['00:30', '0.0005'], ['00:45', '-1e1'])).toEqual([
    [0, 15, [1_000_000, 2, -40_000]],
  ]);
  expect(read(['01:00', '1500.5'], ['02:00', '0'])).toEqual([[0, 60, [1_500_500, 0]]]);
  expect(read(['00:30', '1'])).toEqual([[-30, 60, [1_000]]]);
});

test('rows may come in any order, and one without a value is a gap', () => {
  expect(
    read(['01:00', '1'], ['00:15', '4'], ['00:30', ''], ['00:45', ' 2 '], ['01:15', 'nan']),
  ).toEqual([
    [0, 15, [16_000]],
    [30, 15, [8_000, 4_000]],
  ]);
});

test('quarters that hours follow are periods of both lengths', () => {
  const quarters = [
    ['00:15', '1'],
    ['00:30', '1'],
    ['00:45', '1'],
    ['01:00', '1'],
  ] as const;
  const hours = [
    ['02:00', '8'],
    ['03:00', '8'],
    ['04:00', '8'],
  ] as const;
  expect(read(...quarters, ...hours)).toEqual([
    [0, 15, [4_000, 4_000, 4_000, 4_000]],
    [60, 60, [8_000, 8_000, 8_000]],
  ]);
  expect(read(...quarters, ['02:00', '8'], ['03:00', '8'])).toEqual([
    [0, 15, [4_000, 4_000, 4_000, 4_000]],
    [105, 15, [32_000]],
    [165, 15, [32_000]],
  ]);
});

test('a file of hours that begins with a gap is of hours', () => {
  expect(read(['00:00', '1'], ['03:00', '2'], ['04:00', '3'])).toEqual([
    [-60, 60, [1_000]],
    [120, 60, [2_000, 3_000]],
  ]);
});

test.each([
  ['a time that is none', [['2026-03-29T00:15', '1']]],
  ['a row without a value', [['2026-03-29 00:15']]],
  ['a text for a value', [['2026-03-29 00:15', 'high']]],
  ['a decimal comma', [['2026-03-29 00:15', '1,5']]],
  [
    'a repeated time',
    [
      ['2026-03-29 00:15', '1'],
      ['2026-03-29 00:15', '1'],
    ],
  ],
  [
    'periods of seven minutes',
    [
      ['2026-03-29 00:00', '1'],
      ['2026-03-29 00:07', '1'],
    ],
  ],
  [
    'periods beside the grid of five minutes',
    [
      ['2026-03-29 00:02', '1'],
      ['2026-03-29 00:17', '1'],
    ],
  ],
  [
    'rows that are years apart',
    [
      ['2026-03-29 01:00', '1'],
      ['2028-03-29 01:00', '1'],
    ],
  ],
  ['power that no plant has', [['2026-03-29 01:00', '1e12']]],
])('a file with %s is malformed', (_, records) => {
  const error = (() => {
    try {
      return forecastRuns(records);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(isSolanoError(error, 'forecast_malformed')).toBe(true);
});
