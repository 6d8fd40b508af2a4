import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';

/** 2000-01-01 12:00 UTC, from which the sun's orbit is counted. */
const J2000 = Date.UTC(2000, 0, 1, 12);
const CENTURY_DAYS = 36_525;
const RADIANS = Math.PI / 180;

const sin = (degrees: number) => Math.sin(degrees * RADIANS);
const cos = (degrees: number) => Math.cos(degrees * RADIANS);

/** Degrees of latitude and longitude, north and east positive. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Cosine of the sun's zenith angle at an instant (ms), without refraction: NOAA's solar calculations, after
 * Meeus, Astronomical Algorithms (1998), chapter 25.
 */
export function cosineOfZenith({ lat, lon }: Place, at: number): number {
  const { declination, equationOfTime } = sunAt(at);
  const solarMinutes = ((at % DAY_MS) + DAY_MS) / MINUTE_MS + equationOfTime + 4 * lon;
  const hourAngle = solarMinutes / 4 - 180;
  return sin(lat) * sin(declination) + cos(lat) * cos(declination) * cos(hourAngle);
}

/** Global horizontal irradiance under a clear sky in W/m²: Haurwitz (1945). */
export function clearSky(cosineZenith: number): number {
  return cosineZenith > 0 ? 1098 * cosineZenith * Math.exp(-0.059 / cosineZenith) : 0;
}

/** Declination in degrees, and the equation of time in minutes. */
function sunAt(at: number) {
  const t = (at - J2000) / DAY_MS / CENTURY_DAYS;
  const longitude = 280.46646 + t * (36000.76983 + t * 0.0003032);
  const anomaly = 357.52911 + t * (35999.05029 - 0.0001537 * t);
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    sin(3 * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * t;
  const apparent = longitude + centre - 0.00569 - 0.00478 * sin(node);
  const seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813));
  const obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node);
  const declination = Math.asin(sin(obliquity) * sin(apparent)) / RADIANS;
  const y = Math.tan((obliquity / 2) * RADIANS) ** 2;
  const equation =
    y * sin(2 * longitude) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * longitude) -
    0.5 * y * y * sin(4 * longitude) -
    1.25 * eccentricity * eccentricity * sin(2 * anomaly);
  const minutesOfDegree = HOUR_MS / MINUTE_MS / 15;
  return { declination, equationOfTime: (equation / RADIANS) * minutesOfDegree };
}
