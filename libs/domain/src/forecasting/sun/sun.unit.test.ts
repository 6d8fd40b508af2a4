import { describe, expect, test } from 'vitest';
import { clearSky, cosineOfZenith } from './sun.ts';

const zenith = (lat: number, lon: number, at: string) =>
  (Math.acos(cosineOfZenith({ lat, lon }, Date.parse(at))) * 180) / Math.PI;

describe('the position of the sun', () => {
  test('the zenith is the example of NREL/TP-560-34302 (SPA) within two hundredths of a degree', () => {
    const inDenver = zenith(39.742476, -105.1786, '2003-10-17T12:30:30-07:00');
    expect(Math.abs(inDenver - 50.11162)).toBeLessThan(0.02);
  });

  test('the sun is above the equator at the equinox and above the tropic at the solstice', () => {
    const noonOf = (day: string) => `${day}T12:00:00Z`;
    expect(zenith(0, 1.86, noonOf('2024-03-20'))).toBeLessThan(0.2);
    expect(Math.abs(zenith(23.436, 0.47, noonOf('2024-06-20')))).toBeLessThan(0.2);
  });

  test('the sun is below the horizon at midnight, also before 1970', () => {
    expect(zenith(40, 0, '1969-06-21T00:00:00Z')).toBeGreaterThan(100);
    expect(zenith(40, 0, '1969-06-21T12:00:00Z')).toBeLessThan(20);
  });
});

test.each([
  [-20, 0],
  [-0.05, 0],
  [5, 48.6298687941956],
  [10, 135.741748091813],
  [30, 487.894132885425],
  [50, 778.766689344363],
  [90, 1035.0920325345],
])('the clear sky at %d degrees is the published %d W/m²', (elevation, expected) => {
  expect(clearSky(Math.sin((elevation * Math.PI) / 180))).toBeCloseTo(expected, 9);
});
