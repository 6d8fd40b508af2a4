import { describe, expect, test } from 'vitest';
import { readSeries } from './series.ts';

const item = (datetime: unknown, purchase: unknown = 1) => ({ datetime, purchase });
const day = (...times: string[]) => times.map((time) => item(`2026-11-22 ${time}`));
const iso = (ms: number) => new Date(ms).toISOString();

describe('a rejected array', () => {
  const missing = (n: number) => `Purchase item at index ${n} is missing required field: datetime`;
  const invalid = (n: number) =>
    `Purchase item at index ${n} has an invalid datetime format (expected YYYY-MM-DD HH:MM)`;
  const noNumber = (n: number) =>
    `Purchase item at index ${n} has a 'purchase' field that is not a number (MW)`;
  const repeats = (n: number, label: string) =>
    `Purchase item at index ${n} repeats the datetime ${label}`;
  const noArray = "Field 'purchase' must be an array of objects";
  const good = item('2026-11-22 00:15');

  test.each([
    ['nothing', undefined, 'Missing required field: purchase'],
    ['null', null, 'Missing required field: purchase'],
    ['an object', {}, noArray],
    ['a text', '[]', noArray],
    ['a number in the array', [good, 5], noArray],
    ['null in the array', [null], noArray],
    ['an array in the array', [[]], noArray],
    ['no objects, behind a bad item', [item('x'), 5], noArray],
    ['an empty array', [], "Field 'purchase' must not be empty"],
    [
      'too many items',
      day('00:15', '00:30', '00:45', '01:00'),
      "Field 'purchase' must not hold more than 3 items",
    ],
    [
      'too many items, one of them bad',
      [good, item(1), good, good],
      "Field 'purchase' must not hold more than 3 items",
    ],
    ['no datetime', [{ purchase: 1 }], missing(0)],
    ['datetime null', [good, item(null)], missing(1)],
    ['an empty item', [{}], missing(0)],
    ['datetime empty', [item('')], invalid(0)],
    ['datetime a number', [item(20261122)], invalid(0)],
    ['datetime false', [item(false)], invalid(0)],
    ['datetime an object', [item({})], invalid(0)],
    ['datetime with a T', [item('2026-11-22T00:15')], invalid(0)],
    ['datetime with seconds', [item('2026-11-22 00:15:00')], invalid(0)],
    ['datetime with blanks', [item(' 2026-11-22 00:15')], invalid(0)],
    ['24:00', [item('2026-11-22 24:00')], invalid(0)],
    ['30 February', [good, item('2026-02-30 00:15')], invalid(1)],
    ['a label in the gap of March', [item('2026-03-29 02:00')], invalid(0)],
    ['another one', [item('2026-03-29 02:45')], invalid(0)],
    ['no purchase', [{ datetime: '2026-11-22 00:15' }], noNumber(0)],
    ['purchase null', [item('2026-11-22 00:15', null)], noNumber(0)],
    ['purchase a text', [item('2026-11-22 00:15', '1')], noNumber(0)],
    ['purchase true', [item('2026-11-22 00:15', true)], noNumber(0)],
    ['purchase infinite', [good, item('2026-11-22 00:30', Infinity)], noNumber(1)],
    ['purchase NaN', [good, item('2026-11-22 00:30', Number.NaN)], noNumber(1)],
    ['a repeated datetime', [good, good], repeats(1, '2026-11-22 00:15')],
    [
      'a third 02:15 in October',
      [item('2026-10-25 02:15'), item('2026-10-25 02:15'), item('2026-10-25 02:15')],
      repeats(2, '2026-10-25 02:15'),
    ],
  ])('an array is rejected where it is %s', (_, value, message) => {
    expect(() => readSeries(value, 3)).toThrow(
      expect.objectContaining({ name: 'SolanoError', code: 'invalid_request', message }),
    );
  });

  test.each([
    ['the datetime before the purchase', [item('x', 'y')], invalid(0)],
    ['the purchase before the repetition', [good, item('2026-11-22 00:15', 'y')], noNumber(1)],
    ['the first bad item', [item('2026-11-22 00:15', 'y'), item(undefined)], noNumber(0)],
    ['the first bad item again', [good, item(null), item('x')], missing(1)],
  ])('an array is rejected with its problem named: %s', (_, value, message) => {
    expect(() => readSeries(value, 3)).toThrow(expect.objectContaining({ message }));
  });
});

describe('a good array', () => {
  test.each([
    ['one item', day('00:15'), 1],
    ['as many as are taken', day('00:15', '00:30', '00:45'), 3],
    ['unsorted', day('00:45', '00:15', '00:30'), 3],
    ['mixed steps and any minute', day('00:07', '01:00', '01:15'), 3],
    ['zero, negative and tiny', [item('2026-11-22 00:15', 0), item('2026-11-22 00:30', -1e-9)], 2],
    ['further fields', [{ ...item('2026-11-22 00:15'), note: null }], 1],
    ['02:15 twice in October', [item('2026-10-25 02:15'), item('2026-10-25 02:15')], 2],
  ])('a good array may have %s', (_, value, count) => {
    expect(readSeries(value, 3)).toHaveLength(count);
  });
});

describe('the periods', () => {
  const read = (labels: string[]) =>
    readSeries(labels.map((label) => item(label))).map(({ label, period }) => {
      return [label, iso(period.end), period.minutes];
    });

  test('the periods keep the submitted order, with one step', () => {
    expect(read(['2026-11-22 01:00', '2026-11-22 00:15', '2026-11-22 00:30'])).toEqual([
      ['2026-11-22 01:00', '2026-11-22T00:00:00.000Z', 15],
      ['2026-11-22 00:15', '2026-11-21T23:15:00.000Z', 15],
      ['2026-11-22 00:30', '2026-11-21T23:30:00.000Z', 15],
    ]);
  });

  test('the periods are an hour for a lone item', () => {
    expect(read(['2026-11-22 00:15'])).toEqual([
      ['2026-11-22 00:15', '2026-11-21T23:15:00.000Z', 60],
    ]);
  });

  test('the periods have the repeated hour of October first in summer time', () => {
    expect(read(['2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 03:00'])).toEqual([
      ['2026-10-25 02:00', '2026-10-25T00:00:00.000Z', 60],
      ['2026-10-25 02:00', '2026-10-25T01:00:00.000Z', 60],
      ['2026-10-25 03:00', '2026-10-25T02:00:00.000Z', 60],
    ]);
  });

  test('the periods have 03:00 after 01:45 in March', () => {
    expect(read(['2026-03-29 01:45', '2026-03-29 03:00', '2026-03-29 03:15'])).toEqual([
      ['2026-03-29 01:45', '2026-03-29T00:45:00.000Z', 15],
      ['2026-03-29 03:00', '2026-03-29T01:00:00.000Z', 15],
      ['2026-03-29 03:15', '2026-03-29T01:15:00.000Z', 15],
    ]);
  });

  test('the periods are not read in a rejected array either', () => {
    expect(() => readSeries([])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
