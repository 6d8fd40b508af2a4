/** Sources of prices and weather by their own names. */
const SOURCES: Readonly<Record<string, string>> = {
  omie: 'OMIE',
  esios: 'ESIOS',
  entsoe: 'ENTSO-E',
  csv: 'CSV',
  'open-meteo': 'Open-Meteo',
};

/** Returns the name of a source; its code if it has none. */
export function sourceName(source: string): string {
  return SOURCES[source] ?? source;
}
