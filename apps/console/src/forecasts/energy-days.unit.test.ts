import { expect, it, test } from 'vitest';
import { addDays, MADRID, MINUTE_MS, startOfDay } from '../time/zone.ts';
import { energyPerDay } from './energy-days.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** A forecast of 1,000 kWh for each quarter hour of a day in a zone, labelled by its end in UTC. */
function quartersOf(plant: string, day: string, zone: string) {
  const rows: { plant: string; datetime: string; pred: string }[] = [];
  const end = startOfDay(addDays(day, 1), zone);
  for (let at = startOfDay(day, zone) + QUARTER_MS; at <= end; at += QUARTER_MS) {
    const datetime = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    rows.push({ plant, datetime, pred: '1000' });
  }
  return rows;
}

test.each([
  ['2026-03-29', 23, 92],
  ['2026-06-01', 24, 96],
  ['2026-10-25', 25, 100],
])('%s has %i hours and %i quarter hours of energy in Madrid', (day, hours, mwh) => {
  const energy = energyPerDay(quartersOf('A', day, MADRID), MADRID);
  expect(energy.days).toEqual([day]);
  expect(energy.hours.get(day)).toBe(hours);
  expect(energy.plants.map(({ label, byDay }) => [label, byDay.get(day)])).toEqual([['A', mwh]]);
});

it('A period counts on the day of the zone in which it begins', () => {
  const rows = quartersOf('A', '2026-11-24', MADRID);
  const { hours, plants } = energyPerDay(rows, 'UTC');
  expect([...hours]).toEqual([
    ['2026-11-23', 1],
    ['2026-11-24', 23],
  ]);
  expect([...(plants[0]?.byDay ?? [])]).toEqual([
    ['2026-11-23', 4],
    ['2026-11-24', 92],
  ]);
});

it('The sum of several plants comes before the plants', () => {
  const day = '2026-11-24';
  const rows = [...quartersOf('A', day, MADRID), ...quartersOf('B', day, MADRID).slice(0, 8)];
  const { plants } = energyPerDay(rows, MADRID);
  expect(plants.map(({ byDay }) => byDay.get(day))).toEqual([104, 96, 8]);
  expect(plants.slice(1).map(({ label }) => label)).toEqual(['A', 'B']);
});

it('The energy of no forecast is empty', () => {
  expect(energyPerDay([], MADRID)).toMatchObject({ days: [], plants: [] });
});
