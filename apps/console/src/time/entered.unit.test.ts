import { describe, expect, it } from 'vitest';
import { type EnteredTime, enteredTime, instantsOfText, readTime } from './entered.ts';
import { MADRID } from './zone.ts';

const CANARY = 'Atlantic/Canary';
const iso = (at: number) => new Date(at).toISOString();
const read = (entered: EnteredTime, zone: string, known?: string) => {
  const time = readTime(entered, zone, { known });
  return 'at' in time ? iso(time.at) : time.problem;
};

describe('An entered time', () => {
  it.each([
    ['2026-07-01T12:00', '', MADRID, '2026-07-01T10:00:00.000Z'],
    ['2026-07-01T12:00', 'second', MADRID, '2026-07-01T10:00:00.000Z'],
    ['2026-03-29T02:30', '', MADRID, 'skipped'],
    ['2026-03-29T02:30', '', CANARY, '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T01:30', '', CANARY, 'skipped'],
    ['2026-10-25T02:30', '', MADRID, 'either_pass'],
    ['2026-10-25T02:30', 'first', MADRID, '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30', 'second', MADRID, '2026-10-25T01:30:00.000Z'],
    ['2026-10-25T02:30', '', CANARY, '2026-10-25T02:30:00.000Z'],
    ['', '', MADRID, 'not_a_time'],
    ['2026-13-01T00:00', '', MADRID, 'not_a_time'],
  ] as const)('An entered time %s, of the pass “%s”, in %s is %s', (text, pass, zone, expected) => {
    expect(read({ text, pass }, zone)).toBe(expected);
  });

  it.each([
    '2026-07-01T10:00:00.000Z',
    '2026-07-01T10:00:30.500Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:59.000Z',
  ])('An entered time that was not changed is the instant that it was, %s', (known) => {
    const entered = enteredTime(Date.parse(known), MADRID);
    expect(read(entered, MADRID, known)).toBe(known);
  });

  it('An entered time whose pass was changed is another instant', () => {
    const known = '2026-10-25T01:30:00.000Z';
    const { text, pass } = enteredTime(Date.parse(known), MADRID);
    expect([text, pass]).toEqual(['2026-10-25T02:30', 'second']);
    expect(read({ text, pass: 'first' }, MADRID, known)).toBe('2026-10-25T00:30:00.000Z');
  });

  it('An entered time has as many instants as the clock shows it', () => {
    expect(
      ['2026-03-29T02:30', '2026-07-01T12:00', '2026-10-25T02:30', 'x'].map(
        (text) => instantsOfText(text, MADRID).length,
      ),
    ).toEqual([0, 1, 2, 0]);
  });
});
