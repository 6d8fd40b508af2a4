import { expect, it, test } from 'vitest';
import { outage, plant } from '../test/examples.ts';
import { changed, Impossible, readChange, UNCHANGED } from './change.ts';

const NOW = Date.parse('2026-10-24T10:00Z');

function changeOf(entered: Partial<typeof UNCHANGED>) {
  const read = readChange({ ...UNCHANGED, ...entered });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.change;
}

test.each([
  ['90', 'minutes', '2026-10-24T23:30:00.000Z', '2026-10-25T03:30:00.000Z'],
  ['1', 'days', '2026-10-25T23:00:00.000Z', '2026-10-26T02:00:00.000Z'],
  ['24', 'hours', '2026-10-25T22:00:00.000Z', '2026-10-26T02:00:00.000Z'],
  ['-1', 'days', '2026-10-23T22:00:00.000Z', '2026-10-24T01:00:00.000Z'],
] as const)(
  'Outages about a change of the clock are moved by %s %s',
  (shift, shiftUnit, start, end) => {
    const before = outage({
      start_time_utc: '2026-10-24T22:00:00.000Z',
      end_time_utc: '2026-10-25T02:00:00.000Z',
    });
    expect(changed(before, changeOf({ shift, shiftUnit }), NOW, plant())).toEqual({
      start_time_utc: start,
      end_time_utc: end,
    });
  },
);

it('A change of one field leaves the others, times to the millisecond included', () => {
  expect(changed(outage(), changeOf({ type: 'OTHER' }), NOW, plant())).toEqual({
    availability_type: 'OTHER',
  });
});

it('An outage that is over cannot end now', () => {
  const over = outage({ start_time_utc: '2026-10-01T00:00Z', end_time_utc: '2026-10-02T00:00Z' });
  expect(() => changed(over, changeOf({ endsNow: true }), NOW, plant({ timezone: 'UTC' }))).toThrow(
    Impossible,
  );
});

it('An outage leaves no more than the nominal capacity of its plant', () => {
  const [all, more] = [changeOf({ available: '48,5' }), changeOf({ available: '48,51' })];
  expect(changed(outage(), all, NOW, plant())).toEqual({ available_power_mw: 48.5 });
  expect(() => changed(outage(), more, NOW, plant())).toThrow(
    'Muxia has a nominal capacity of 48.5 MW: no more is available.',
  );
});

it('Numbers that could be two are asked for again', () => {
  expect(readChange({ ...UNCHANGED, available: '1.250' })).toMatchObject({
    problems: { available: [expect.stringMatching(/could be 1250 or 1\.25/)] },
  });
});
