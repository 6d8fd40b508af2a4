/** Units of power, and those of energy that a header can say in their place. */
const UNITS = ['MW', 'kW', 'GW', 'W', 'MWh', 'kWh', 'GWh', 'Wh', '%'] as const;
export type Unit = (typeof UNITS)[number];

/** Endings of headers that say a unit; peak and nominal power are in the same. */
const UNIT_WORDS: Readonly<Record<string, Unit>> = {
  ...Object.fromEntries(UNITS.map((unit) => [unit.toLowerCase(), unit])),
  mwp: 'MW',
  mwn: 'MW',
  kwp: 'kW',
  kwn: 'kW',
};

/** Endings of headers that say a zone; empty for a local time of no named zone. */
const ZONE_WORDS: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  'hora peninsular': 'Europe/Madrid',
  'europe madrid': 'Europe/Madrid',
  madrid: 'Europe/Madrid',
  'europe lisbon': 'Europe/Lisbon',
  'hora de lisboa': 'Europe/Lisbon',
  'hora local': '',
  local: '',
};

/** The words of a header in lower case, without accents and signs, but for `%` and `€`; `PlantName` is two. */
export function headerWords(header: string): string {
  return header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('%', ' % ')
    .replaceAll('€', ' eur ')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

/** The words of a header, and without the unit or the zone that they end in. */
export interface HeaderReading {
  readonly words: string;
  readonly name: string;
  readonly unit?: Unit;
  /** Empty for a local time of some zone. */
  readonly zone?: string;
}

/** Reads `Potencia disponible (MW)`, `Inicio (UTC)`, `Precio (EUR/MWh)`. */
export function readHeader(header: string): HeaderReading {
  const words = headerWords(header);
  for (const [ending, unit] of Object.entries(UNIT_WORDS)) {
    const name = wordsBefore(words, ending);
    // A price of a unit of energy: `Precio (€/MWh)`.
    if (name !== undefined) return { words, name: name.replace(/ (?:eur|euros?)$/, ''), unit };
  }
  for (const [ending, zone] of Object.entries(ZONE_WORDS)) {
    const name = wordsBefore(words, ending);
    if (name !== undefined) return { words, name, zone };
  }
  return { words, name: words };
}

/** The words before an ending, without an "en" or "in" before it; undefined if they end otherwise. */
function wordsBefore(words: string, ending: string): string | undefined {
  if (!words.endsWith(` ${ending}`)) return undefined;
  return words.slice(0, -ending.length - 1).replace(/ (?:en|in|em)$/, '');
}
