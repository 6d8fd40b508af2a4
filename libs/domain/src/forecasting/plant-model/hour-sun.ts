import { HOUR_MS } from '@solano/domain/kernel';
import { clearSky, cosineOfZenith, type Place } from '../sun/sun.ts';

const MOMENTS = 6;

/** The sun over an hour. */
export interface HourSun {
  /** Mean irradiance of a clear sky, W/m². */
  readonly clearSky: number;
  /** In the middle of the hour. */
  readonly cosineZenith: number;
  /** The sun stays below the horizon all the hour. */
  readonly isNight: boolean;
}

export function sunOfHour(place: Place, hour: number): HourSun {
  let sum = 0;
  for (let i = 0; i < MOMENTS; i += 1) {
    sum += clearSky(cosineOfZenith(place, hour + ((i + 0.5) / MOMENTS) * HOUR_MS));
  }
  const edges = [0, 0.5, 1].map((part) => cosineOfZenith(place, hour + part * HOUR_MS));
  return {
    clearSky: sum / MOMENTS,
    cosineZenith: edges[1] as number,
    isNight: Math.max(...edges) <= 0,
  };
}
