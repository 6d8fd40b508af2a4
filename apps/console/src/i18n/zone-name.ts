import { texts } from './language.ts';

/** The time zones of Spain and Portugal; Madrid’s is that of the market. */
export const t = texts({
  'Europe/Madrid': ['Madrid', 'Madrid', 'Madrid'],
  'Atlantic/Canary': ['Canary Islands', 'Canarias', 'Canárias'],
  'Europe/Lisbon': ['Lisbon', 'Lisboa', 'Lisboa'],
  'Atlantic/Madeira': ['Madeira', 'Madeira', 'Madeira'],
  'Atlantic/Azores': ['Azores', 'Azores', 'Açores'],
});

/** Names a time zone by its place; one of another country by its code. */
export function zoneName(zone: string): string {
  return Object.hasOwn(t, zone) ? t[zone as keyof typeof t] : zone;
}

/** Returns zones with their names, to choose from. */
export function zoneOptions(zones: readonly string[]): readonly (readonly [string, string])[] {
  return zones.map((zone) => [zone, zoneName(zone)]);
}
