import { canStore, readSetting, writeSetting } from '../state/settings.ts';

export const LANGUAGES = ['en', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
};

/** English with the clock and the order of dates that the market uses. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' };

let current: Language = chosenLanguage();

export function language(): Language {
  return current;
}

export function locale(): string {
  return LOCALES[current];
}

export function setLanguage(next: Language): void {
  current = next;
  writeSetting('language', next);
}

/** Shows the page in another language: it is loaded again, since each has code of its own. */
export function showLanguage(next: Language): void {
  setLanguage(next);
  if (canStore()) location.reload();
  else location.search = `?language=${next}`;
}

/** The language in the address of a browser that keeps no settings; there is no address outside of browsers. */
function askedLanguage(): string | undefined {
  if (typeof location === 'undefined') return undefined;
  return new URLSearchParams(location.search).get('language') ?? undefined;
}

function chosenLanguage(): Language {
  const wanted = [askedLanguage(), readSetting('language'), ...navigator.languages];
  for (const name of wanted) {
    const found = LANGUAGES.find((each) => name?.toLowerCase().startsWith(each));
    if (found) return found;
  }
  return 'en';
}

/** A text in all languages, in the order of {@link LANGUAGES}. */
type Translations = readonly [en: string, es: string, pt: string];

/**
 * Returns the texts of a feature; each is read in the language of that moment. The build of the
 * console leaves the texts of one language in their place.
 */
export function texts<T extends Record<string, Translations>>(
  table: T,
): { readonly [K in keyof T]: string } {
  const read = {} as { [K in keyof T]: string };
  for (const key of Object.keys(table)) {
    const get = () => table[key]?.[LANGUAGES.indexOf(current)] ?? key;
    Object.defineProperty(read, key, { get });
  }
  return read;
}

/**
 * Puts values into a text that names them in braces: `{count} {count|row|rows}` has the first form
 * where the count is 1.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (whole, name: string, one: string | undefined, other: string | undefined) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (one === undefined) return String(value);
      return (String(value) === '1' ? one : other) ?? '';
    },
  );
}
