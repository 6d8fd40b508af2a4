import type { Decimal } from '@solano/domain/kernel';

/**
 * What weather is kept by: a plant’s own place, `plant:<id>`, for what was imported for it alone; or a place of
 * the grid that all near it share, `<lat>,<lon>` such as `41.65,-0.9`.
 */
export type WeatherPlace = string;

/** A place on the earth in decimal degrees. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

const PLANT = 'plant:';
/** Places of the grid in a degree: 0.05° are some 5 km. */
const GRID = 20;

export function plantPlace(plantId: string): WeatherPlace {
  return `${PLANT}${plantId}`;
}

/** The plant whose own place it is; undefined for a place of the grid. */
export function plantOf(place: WeatherPlace): string | undefined {
  return place.startsWith(PLANT) ? place.slice(PLANT.length) : undefined;
}

/** The nearest place of the grid; the date line is at −180°. */
export function gridPlace({ lat, lon }: { lat: Decimal | number; lon: Decimal | number }) {
  const east = nearest(lon);
  return `${nearest(lat)},${east === 180 ? -180 : east}`;
}

/** Where a place of the grid is. */
export function coordinatesOf(place: WeatherPlace): Coordinates {
  const [lat, lon] = place.split(',').map(Number);
  return { lat: lat as number, lon: lon as number };
}

/** Without −0, and with the two digits that 0.05° needs. */
function nearest(degrees: Decimal | number): number {
  return Number((Math.round(Number(degrees) * GRID) / GRID).toFixed(2)) + 0;
}
