import { HOUR_MS } from '@solano/domain/kernel';
import { physicalSolar } from '../physical-model/physical-solar.ts';
import { physicalWind } from '../physical-model/physical-wind.ts';
import { type HourSun, sunOfHour } from './hour-sun.ts';
import { hourSpeed, hubSpeed } from './hub-wind.ts';
import { irradiance } from './irradiance.ts';
import type { KnownWeather } from './known-weather.ts';
import type { Moment, PlantView } from './plant-view.ts';
import { solarFeatures } from './solar-features.ts';
import { neighbourWind, windFeatures } from './wind-features.ts';

type Plant = PlantView['plant'];

/** How a technology's power follows from weather and time. */
export interface Method {
  /** What the hour's power goes by first: wind speed in m/s or irradiance in W/m²; NaN where the weather is missing. */
  quantity(weather: KnownWeather, newest: number, hour: number): number;
  /** The power is 0 whatever the weather. */
  isNight(hour: number): boolean;
  /** @param neighbours what {@link neighbour} says of each, one after the other. */
  features(view: PlantView, moment: Moment, neighbours: readonly number[]): number[];
  /** What the weather of a neighbour tells. */
  neighbour(weather: KnownWeather, moment: Moment): number[];
  /** Quantiles in parts of the installed power without anything learned. */
  physical(weather: KnownWeather, moment: Moment, scores: readonly number[]): number[];
  /** The physical method needs no weather. */
  readonly worksWithoutWeather: boolean;
}

export function methodOf(plant: Plant): Method {
  return plant.technology === 'wind' ? wind() : solar(plant);
}

function wind(): Method {
  return {
    quantity: (weather, newest, hour) => {
      const isKnown = !Number.isNaN(hubSpeed(weather, newest, hour));
      return isKnown ? hourSpeed(weather, newest, hour) : Number.NaN;
    },
    isNight: () => false,
    features: windFeatures,
    neighbour: neighbourWind,
    physical: (weather, { newest, hour, leadHours }, scores) => {
      return physicalWind(hourSpeed(weather, newest, hour), leadHours, scores);
    },
    worksWithoutWeather: false,
  };
}

function solar(plant: Plant): Method {
  const hours = new Map<number, HourSun>();
  const sunOf = (hour: number) => {
    const known = hours.get(hour) ?? sunOfHour(plant, hour);
    hours.set(hour, known);
    return known;
  };
  const quantity = (weather: KnownWeather, newest: number, hour: number) => {
    return irradiance(weather, newest, hour, sunOf(hour).clearSky);
  };
  return {
    quantity,
    isNight: (hour) => sunOf(hour).isNight,
    features: (view, moment, neighbours) => solarFeatures(view, moment, neighbours, sunOf),
    neighbour: (weather, { at, hour }) => [quantity(weather, weather.newestAt(at), hour)],
    physical: (weather, { newest, hour }, scores) => {
      return physicalSolar(quantity(weather, newest, hour), sunOf(hour).clearSky, scores);
    },
    worksWithoutWeather: true,
  };
}

/** Start of the hour of an instant (ms). */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
