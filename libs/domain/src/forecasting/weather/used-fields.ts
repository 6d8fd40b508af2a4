/** Fields of weather besides those that have a meaning here; the first so many by name. */
const MAX_OTHER_FIELDS = 12;

type Technology = 'wind' | 'solar';

const WIND = ['wind_speed_100m', 'wind_direction_100m', 'wind_speed_10m', 'wind_direction_10m'];
const RADIATION = ['shortwave_radiation', 'direct_normal_irradiance', 'diffuse_radiation'];
const MEANT = new Set([...WIND, ...RADIATION]);
const OWN = {
  wind: new Set(WIND),
  solar: new Set([...RADIATION, 'cloud_cover', 'wind_speed_10m']),
};
const OF_NEIGHBOURS = {
  wind: ['wind_speed_100m', 'wind_speed_10m'],
  solar: ['shortwave_radiation', 'cloud_cover'],
};

/** Of the names of fields those that are used as they are, in order of name. */
export function otherFields(names: Iterable<string>): string[] {
  return [...names]
    .filter((name) => !MEANT.has(name))
    .sort()
    .slice(0, MAX_OTHER_FIELDS);
}

/** Of the names of a run’s fields those that a plant is forecast from. */
export function ownFields(technology: Technology, names: readonly string[]): string[] {
  return [
    ...new Set([...names.filter((name) => OWN[technology].has(name)), ...otherFields(names)]),
  ];
}

/** The fields of neighbours that a plant is forecast from. */
export function neighbourFields(technology: Technology): () => readonly string[] {
  return () => OF_NEIGHBOURS[technology];
}
