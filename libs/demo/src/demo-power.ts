import type { PlantFields } from '@solano/domain/assets';
import { clearSky, cosineOfZenith } from '@solano/domain/forecasting/sun';
import { DAY_MS, HOUR_MS, MADRID } from '@solano/domain/kernel';

/** A part of installed power at an instant (ms). */
type Share = (at: number) => number;

/** Irradiance (W/m²) at which a solar plant of the demonstration reaches its installed power. */
const FULL_SUN = 1_000;
/** A wind farm rarely reaches its installed power, and a solar plant loses some in its inverters. */
const MOST = 0.97;
/** Errors of a forecast as parts of installed power, of solar plants in full sun: at once, and what two days of lead add. */
const ERROR = { wind: { now: 0.07, lead: 0.09 }, solar: { now: 0.18, lead: 0.12 } };

/** The synthetic power of a plant: what it produces, and what a forecast of a day expects. */
export class DemoPower {
  readonly #plant: PlantFields;
  readonly #seed: number;
  #lastSun = { at: Number.NaN, share: 0 };

  /** @param seed tells the weather of plants apart. */
  constructor(plant: PlantFields, seed: number) {
    this.#plant = plant;
    this.#seed = seed;
  }

  /** MW produced at an instant (ms), without outages. */
  produced(at: number): number {
    const gusts = 0.03 * smoothNoise(this.#seed + 40, at / HOUR_MS);
    return this.#megawatts(this.#weather(at), gusts, at);
  }

  /**
   * MW that the forecast made at an instant (ms) expects for another: its error grows with the time
   * between them.
   */
  expected(madeAt: number, at: number): number {
    const { now, lead } = ERROR[this.#plant.technologyType];
    const days = Math.min(2, Math.max(0, at - madeAt) / DAY_MS);
    const run = this.#seed + 1_000 + Math.floor(madeAt / DAY_MS);
    const error = (now + (lead * days) / 2) * smoothNoise(run, at / (7 * HOUR_MS));
    return this.#megawatts(this.#weather(at), error, at);
  }

  #megawatts(weather: number, error: number, at: number): number {
    const { installedCapacityMw, technologyType } = this.#plant;
    const isDark = technologyType === 'solar' && this.#sun(at) === 0;
    const share = isDark ? 0 : Math.min(MOST, Math.max(0, weather + error * this.#scale(at)));
    return share * Number(installedCapacityMw);
  }

  /** Errors of a solar forecast are in proportion to the sun. */
  #scale(at: number): number {
    return this.#plant.technologyType === 'solar' ? this.#sun(at) : 1;
  }

  readonly #weather: Share = (at) => {
    if (this.#plant.technologyType === 'solar') {
      const clouds = Math.max(0, smoothNoise(this.#seed, at / (30 * HOUR_MS)));
      return this.#sun(at) * (1 - 0.75 * clouds);
    }
    const slow = smoothNoise(this.#seed, at / (31 * HOUR_MS));
    const quick = smoothNoise(this.#seed + 20, at / (7 * HOUR_MS));
    return 0.36 + 0.42 * slow + 0.12 * quick;
  };

  /** Of one instant it is asked for several times. */
  readonly #sun: Share = (at) => {
    if (this.#lastSun.at !== at) {
      const place = { lat: Number(this.#plant.lat), lon: Number(this.#plant.lon) };
      this.#lastSun = { at, share: clearSky(cosineOfZenith(place, at)) / FULL_SUN };
    }
    return this.#lastSun.share;
  };
}

/** The hours of a day as parts of its mean, at the households and the companies of the demonstration. */
const HOURS = {
  hogares: [
    0.75, 0.62, 0.56, 0.54, 0.54, 0.58, 0.72, 0.9, 0.98, 0.98, 0.98, 1.0, 1.06, 1.18, 1.2, 1.08,
    1.0, 1.0, 1.08, 1.24, 1.44, 1.52, 1.36, 1.05,
  ],
  pymes: [
    0.5, 0.48, 0.47, 0.47, 0.5, 0.58, 0.78, 1.05, 1.35, 1.5, 1.55, 1.55, 1.5, 1.35, 1.25, 1.3, 1.4,
    1.42, 1.35, 1.15, 0.9, 0.75, 0.62, 0.55,
  ],
};

/** The portfolio of the demonstration, and its groups. */
export const DEMO_PORTFOLIO = { user: 'ana', retailer: 'acme' } as const;
export type DemoGroup = keyof typeof HOURS;
export const DEMO_GROUPS = Object.keys(HOURS) as DemoGroup[];

/** Mean MW of a group, and the part of it that it uses at the end of a week. */
const LEVELS = { hogares: { mw: 6.4, weekend: 1.06 }, pymes: { mw: 4.2, weekend: 0.55 } };

/** Synthetic MW that a group uses at an instant (ms): what is expected of it, and chance. */
export function demoConsumption(group: DemoGroup, at: number): number {
  const chance = 1 + 0.05 * smoothNoise(group.length, at / (9 * HOUR_MS));
  return usualConsumption(group, at) * chance;
}

/** MW that the desk expects all groups to use: off by some percent for a day, and for some hours of it. */
export function expectedConsumption(at: number): number {
  const usual = DEMO_GROUPS.reduce((sum, group) => sum + usualConsumption(group, at), 0);
  const error = 0.05 * smoothNoise(60, at / DAY_MS) + 0.04 * smoothNoise(61, at / (5 * HOUR_MS));
  return usual * (1 + error);
}

/** By hour, day of the week, and season. */
function usualConsumption(group: DemoGroup, at: number): number {
  const wall = at + MADRID.offsetAt(at);
  const hours = HOURS[group];
  const time = (wall % DAY_MS) / HOUR_MS;
  const hour = Math.floor(time);
  const [here, next] = [hours[hour] ?? 1, hours[(hour + 1) % hours.length] ?? 1];
  const shape = here + (next - here) * (time - hour);
  const day = new Date(wall).getUTCDay();
  const { mw, weekend } = LEVELS[group];
  // Most is used in January, and much again in July.
  const season = 1 + 0.11 * Math.cos(((wall / DAY_MS) * 4 * Math.PI) / 365.25);
  return mw * shape * (day % 6 === 0 ? weekend : 1) * season;
}

/** Noise from −1 to 1 that is the same for the same seed and changes smoothly with x. */
function smoothNoise(seed: number, x: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const weight = part * part * (3 - 2 * part);
  return (1 - weight) * noise(seed, whole) + weight * noise(seed, whole + 1);
}

/** From −1 to 1, evenly: integers mixed by multiplications (the finaliser of MurmurHash3). */
export function noise(seed: number, x: number): number {
  let hash = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(x, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x7fffffff - 1;
}
