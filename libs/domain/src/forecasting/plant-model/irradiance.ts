import type { KnownWeather } from './known-weather.ts';

/**
 * Global horizontal irradiance of an hour (W/m²) by the runs up to an index: as forecast, else the clear sky dimmed by the cloud
 * cover (Kasten & Czeplak 1980: 1 − 0.75 n^3.4); NaN where neither is known.
 */
export function irradiance(
  weather: KnownWeather,
  newest: number,
  hour: number,
  clearSky: number,
): number {
  const radiation = weather.value(newest, 'shortwave_radiation', hour);
  if (!Number.isNaN(radiation)) return Math.max(0, radiation);
  const cover = weather.value(newest, 'cloud_cover', hour);
  return clearSky * (1 - 0.75 * Math.min(1, Math.max(0, cover)) ** 3.4);
}
