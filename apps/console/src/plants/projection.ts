/** A part of the map: its degrees and its position. Areas far from the peninsula are moved beside it. */
interface Inset {
  readonly lon: readonly [west: number, east: number];
  readonly lat: readonly [south: number, north: number];
  readonly x: number;
  readonly y: number;
  /** Pixels of a degree of longitude. */
  readonly scale: number;
}

export const INSETS: readonly Inset[] = [
  { lon: [-10, 4.6], lat: [35.7, 44], x: 8, y: 6, scale: 40 },
  // The Canary Islands, Madeira, the Azores.
  { lon: [-18.4, -13.2], lat: [27.5, 29.6], x: 8, y: 452, scale: 40 },
  { lon: [-17.4, -16.1], lat: [32.3, 33.2], x: 232, y: 452, scale: 40 },
  { lon: [-31.5, -24.8], lat: [36.8, 39.9], x: 300, y: 452, scale: 24 },
];

export const MAP_WIDTH = 600;
export const MAP_HEIGHT = 560;

/** Width and height of an inset. */
export function sizeOf({ lon, lat, scale }: Inset): { width: number; height: number } {
  return {
    width: (lon[1] - lon[0]) * scale,
    height: (mercator(lat[1]) - mercator(lat[0])) * scale,
  };
}

/** Returns the position of a place on the map (Mercator); undefined if no part of the map shows it. */
export function project(lon: number, lat: number): readonly [x: number, y: number] | undefined {
  const inset = INSETS.find((each) => isWithin(lon, each.lon) && isWithin(lat, each.lat));
  return inset && place(inset, lon, lat);
}

export function place(inset: Inset, lon: number, lat: number): readonly [x: number, y: number] {
  return [
    inset.x + (lon - inset.lon[0]) * inset.scale,
    inset.y + (mercator(inset.lat[1]) - mercator(lat)) * inset.scale,
  ];
}

function isWithin(value: number, [low, high]: readonly [number, number]): boolean {
  return value >= low && value <= high;
}

/** Returns the distance from the equator in the map's degrees. */
function mercator(lat: number): number {
  return (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI;
}
