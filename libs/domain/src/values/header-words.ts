const ZONES: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  'hora peninsular': 'Europe/Madrid',
  'europe madrid': 'Europe/Madrid',
  madrid: 'Europe/Madrid',
  // A local time of no named zone.
  'hora local': '',
  local: '',
};

/** The words of a header in lower case, without accents and signs, but for `%`. */
export function headerWords(header: string): string {
  return header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('%', ' % ')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

/** The words before an ending, without an "en" before it; undefined if they end otherwise. */
export function wordsBefore(words: string, ending: string): string | undefined {
  if (!words.endsWith(` ${ending}`)) return undefined;
  const name = words.slice(0, -ending.length).trim();
  return name.endsWith(' en') ? name.slice(0, -3) : name;
}

/**
 * The zone that a header says, as in `Inicio (UTC)`, and the words before it. Empty for a local time
 * of some zone; undefined if it says none.
 */
export function splitZone(words: string): { name: string; zone?: string } {
  for (const [ending, zone] of Object.entries(ZONES)) {
    const name = wordsBefore(words, ending);
    if (name !== undefined) return { name, zone };
  }
  return { name: words };
}
