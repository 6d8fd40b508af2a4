import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const ATLAS = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'));
const COUNTRIES = ['Spain', 'Portugal'];
/** Precision of a coordinate: 0.01° is about a kilometre, less than a pixel of the map. */
const DECIMALS = 100;

const OUTLINE = 'virtual:outline';

/** A closed line: longitude and latitude in hundredths of a degree, each as the difference to the one before. */
export type Ring = readonly number[];

/** The map's outline as a module: it is cut out of a package when the console is built. */
export const outline: Plugin = {
  name: 'outline',
  resolveId: (id) => (id === OUTLINE ? `\0${OUTLINE}` : undefined),
  load: async (id) =>
    id === `\0${OUTLINE}`
      ? `export const rings = ${JSON.stringify(await outlineRings())};`
      : undefined,
};

/** The coasts and borders of Spain and Portugal, islands included. */
async function outlineRings(): Promise<Ring[]> {
  const atlas = JSON.parse(await readFile(ATLAS, 'utf8')) as Topology<{
    countries: GeometryCollection<{ name: string }>;
  }>;
  const { features } = feature(atlas, atlas.objects.countries);
  return features
    .filter(({ properties }) => COUNTRIES.includes(properties.name))
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
    .flatMap((polygon) => polygon.map(differences));
}

function differences(positions: readonly (readonly number[])[]): Ring {
  let before = [0, 0];
  return positions.flatMap(([lon = 0, lat = 0]) => {
    const here = [Math.round(lon * DECIMALS), Math.round(lat * DECIMALS)];
    const step = here.map((value, axis) => value - (before[axis] ?? 0));
    before = here;
    return step;
  });
}
