import { HOUR_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { decodeFields, encodeFields } from '../src/weather/weather-codec.ts';

function decoded(fields: Record<string, Float64Array>, hours: number) {
  return decodeFields(encodeFields(fields), new Date(0), new Date(hours * HOUR_MS));
}

test('values are read as they were written, missing ones and those of many digits too', () => {
  const fields = {
    wind_speed_100m: Float64Array.of(7.21, Number.NaN, 0, 12.5),
    temperature_2m: Float64Array.of(-3.4, -0.1, 0.3, 21.75),
    surface_pressure: Float64Array.of(94_844, 101_325, 94_758.125, 94_733),
    cloud_water: Float64Array.of(0.0019669, 0.0055245, 0.030113, 1e-9),
    third: Float64Array.of(1 / 3, Number.NaN, 1e300, -5e-324),
    large: Float64Array.of(2 ** 53, -(2 ** 53), 0, 1),
    nothing: new Float64Array(4).fill(Number.NaN),
    __proto__x: Float64Array.of(1, 2, 3, 4),
  };
  expect(decoded(fields, 4)).toEqual(fields);
});

test('a week of ten fields of two decimals takes less than 3 kB', () => {
  const week = (seed: number) =>
    Float64Array.from({ length: 168 }, (_, hour) => {
      const wave = 10 * Math.sin((hour / 24) * 2 * Math.PI + seed) + Math.sin(hour * seed * 1e3);
      return Math.round(wave * 100) / 100 + 0;
    });
  const fields = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`field_${i}`, week(i)]));
  expect(encodeFields(fields).length).toBeLessThan(3_000);
  expect(decoded(fields, 168)).toEqual(fields);
});
