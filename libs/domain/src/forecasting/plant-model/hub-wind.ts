import { HOUR_MS } from '@solano/domain/kernel';
import type { KnownWeather } from './known-weather.ts';

/** Wind at 100 m over that at 10 m by the power law with exponent 1/7 (IEC 61400-1 uses 0.2 for loads). */
const UP_FROM_10M = 10 ** (1 / 7);

/** Wind speed (m/s) at 100 m at the end of an hour, by the runs up to an index; from 10 m where only that is there. */
export function hubSpeed(weather: KnownWeather, newest: number, hour: number): number {
  const speed = weather.value(newest, 'wind_speed_100m', hour);
  if (!Number.isNaN(speed)) return speed;
  return UP_FROM_10M * weather.value(newest, 'wind_speed_10m', hour);
}

/** Mean of the speeds at both ends of an hour; of one where the other is missing. */
export function hourSpeed(weather: KnownWeather, newest: number, hour: number): number {
  return meanOrOther(hubSpeed(weather, newest, hour - HOUR_MS), hubSpeed(weather, newest, hour));
}

function meanOrOther(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : (a + b) / 2;
}
