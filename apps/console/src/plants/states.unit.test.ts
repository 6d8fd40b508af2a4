import { expect, it } from 'vitest';
import type { Plant } from './data.ts';
import { plantStates } from './states.ts';

const NOW = Date.parse('2026-11-24T12:00Z');
const plants = ['A', 'B'].map((name) => ({ id: name.toLowerCase(), name }) as Plant);

function outage(plant: string, start: string, end: string, mw: number) {
  return {
    plant_id: plant,
    start_time_utc: `2026-11-24T${start}:00Z`,
    end_time_utc: `2026-11-24T${end}:00Z`,
    available_power_mw: mw,
  } as Parameters<typeof plantStates>[1][number];
}

const leftOf = (...outages: Parameters<typeof plantStates>[1]) =>
  plantStates(plants, outages, NOW).map(({ plant, reducedTo }) => [plant.name, reducedTo]);

it('Each plant has the power that is left, or undefined if it is not reduced', () => {
  expect(leftOf(outage('B', '10:00', '14:00', 2.5))).toEqual([
    ['A', undefined],
    ['B', 2.5],
  ]);
});

it('The least of overlapping outages counts, 0 MW too', () => {
  expect(leftOf(outage('A', '10:00', '14:00', 3), outage('A', '11:00', '13:00', 0))[0]).toEqual([
    'A',
    0,
  ]);
  expect(leftOf(outage('A', '11:00', '13:00', 1), outage('A', '10:00', '14:00', 3))[0]).toEqual([
    'A',
    1,
  ]);
});

it.each([
  ['12:00', '13:00', 1],
  ['11:00', '12:00', undefined],
  ['12:01', '13:00', undefined],
])('An outage from %s to %s leaves %s MW at noon', (start, end, left) => {
  expect(leftOf(outage('A', start, end, 1))[0]).toEqual(['A', left]);
});

it('The outage of another plant does not count', () => {
  expect(leftOf(outage('C', '10:00', '14:00', 1))).toEqual([
    ['A', undefined],
    ['B', undefined],
  ]);
});
