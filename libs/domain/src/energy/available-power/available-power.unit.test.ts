import type { Outage } from '@solano/domain/assets';
import { HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AvailablePower } from './available-power.ts';

const DAY = Date.parse('2026-03-10T00:00:00Z');

function outage(
  availabilityType: Outage['availabilityType'],
  start: string,
  end: string,
  availablePowerMw: number,
): Outage {
  const at = (time: string) => Date.parse(`2026-03-10T${time}Z`);
  return { availabilityType, start: at(start), end: at(end), availablePowerMw };
}

/** MW available from 01:00 to 02:00 of 12 MW, or of another power, of a plant of 20 MW nominal. */
function available(outages: Outage[], mw = 12, nominal = 20): number {
  const power = new AvailablePower(outages, nominal);
  return power.at(DAY + HOUR_MS, DAY + 2 * HOUR_MS, mw * 1e6) / 1e6;
}

test.each<[string, Outage[], number]>([
  ['no outage', [], 12],
  ['one that ends when the period begins', [outage('OTHER', '00:00', '01:00', 0)], 12],
  ['one that begins when the period ends', [outage('OTHER', '02:00', '03:00', 0)], 12],
  ['a curtailment', [outage('CURTAILMENT', '00:00', '03:00', 8)], 8],
  ['a curtailment above the forecast', [outage('CURTAILMENT', '00:00', '03:00', 15)], 12],
  ['an unavailability', [outage('UNAVAILABILITY', '00:00', '03:00', 5)], 3],
  ['another kind', [outage('OTHER', '00:00', '03:00', 0)], 0],
  ['more available than nominal', [outage('OTHER', '00:00', '03:00', 40)], 12],
  [
    'several of which the lowest counts',
    [
      outage('OTHER', '00:00', '03:00', 10),
      outage('CURTAILMENT', '00:00', '03:00', 4),
      outage('UNAVAILABILITY', '00:00', '03:00', 15),
    ],
    4,
  ],
  ['half of the period', [outage('OTHER', '01:30', '03:00', 0)], 6],
  ['a quarter inside of it', [outage('OTHER', '01:15', '01:30', 0)], 9],
  [
    'two that overlap in it',
    [outage('OTHER', '01:00', '01:30', 10), outage('CURTAILMENT', '01:15', '01:45', 2)],
    (6 + 2 + 2 + 12) / 4,
  ],
  ['a part to the millisecond', [outage('OTHER', '01:00', '01:00:00.036', 0)], 11.99988],
])('the available power with %s is the mean of the parts', (_, outages, mw) => {
  expect(available(outages)).toBe(mw);
});

test('power below zero is scaled, and stays as it is under a cap', () => {
  expect(available([outage('OTHER', '00:00', '03:00', 5)], -4)).toBe(-1);
  expect(available([outage('CURTAILMENT', '00:00', '03:00', 0)], -4)).toBe(-4);
});

test('nothing is scaled where the nominal power is 0', () => {
  expect(available([outage('OTHER', '00:00', '03:00', 0)], 12, 0)).toBe(12);
  expect(available([outage('CURTAILMENT', '00:00', '03:00', 1)], 12, 0)).toBe(1);
});

test('a mean is rounded half up to a micro-MW', () => {
  const power = new AvailablePower([outage('OTHER', '00:00', '00:30', 0)], 20);
  expect(power.at(DAY, DAY + HOUR_MS, 3)).toBe(2);
  expect(power.at(DAY, DAY + 30 * MINUTE_MS, 3)).toBe(0);
});

test('an available power is exact, whatever binary fractions its decimals are nearest to', () => {
  const scaled = new AvailablePower([outage('OTHER', '00:00', '01:00', 0.3)], 0.4);
  expect(scaled.at(DAY, DAY + HOUR_MS, 2)).toBe(2);
  const cap = new AvailablePower([outage('CURTAILMENT', '00:00', '01:00', 8.1234565)], 20);
  expect(cap.at(DAY, DAY + HOUR_MS, 9e6)).toBe(8_123_457);
});

test('an outage of instants is the same in the repeated hour of a day with 25 of them', () => {
  const hour = Date.parse('2026-10-25T00:00:00Z');
  const [start, end] = [hour + HOUR_MS, hour + 1.5 * HOUR_MS];
  const fields = { availabilityType: 'OTHER', availablePowerMw: 0, start, end } as const;
  const power = new AvailablePower([fields], 20);
  const hours = [0, 1, 2].map((i) => power.at(hour + i * HOUR_MS, hour + (i + 1) * HOUR_MS, 8e6));
  expect(hours).toEqual([8e6, 4e6, 8e6]);
});

test('the available power of a period is the mean of those of its milliseconds', () => {
  const anOutage = fc.record({
    availabilityType: fc.constantFrom('CURTAILMENT', 'UNAVAILABILITY', 'OTHER'),
    start: fc.nat(20),
    length: fc.nat(12),
    availablePowerMw: fc.nat(12),
  });
  const length = fc.integer({ min: 1, max: 30 });
  const micro = fc.integer({ min: -9e6, max: 12e6 });
  fc.assert(
    fc.property(fc.array(anOutage, { maxLength: 6 }), length, micro, (drawn, length, micro) => {
      const at = (ms: number) => DAY + ms;
      const outages = drawn.map((each) => {
        return { ...each, start: at(each.start), end: at(each.start + each.length) };
      });
      // Of 8 MW nominal, in eighths of micro-MW.
      let sum = 0;
      for (let ms = 0; ms < length; ms += 1) {
        const present = drawn.filter((each) => each.start <= ms && ms < each.start + each.length);
        const results = present.map(({ availabilityType, availablePowerMw }) => {
          if (availabilityType !== 'CURTAILMENT') return micro * Math.min(8, availablePowerMw);
          return 8 * Math.min(micro, availablePowerMw * 1e6);
        });
        sum += present.length === 0 ? 8 * micro : Math.min(...results);
      }
      const mean = Math.floor((2 * sum + 8 * length) / (16 * length)) + 0;
      expect(new AvailablePower(outages, 8).at(DAY, DAY + length, micro)).toBe(mean);
    }),
  );
});
