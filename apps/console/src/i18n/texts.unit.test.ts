import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { t as fieldMessages, fields, values } from '../api/field-words.ts';
import { t as app } from '../app/texts.ts';
import { t as actions } from '../audit/actions.ts';
import { t as actors } from '../audit/actor.ts';
import { t as audit } from '../audit/texts.ts';
import { t as chart } from '../chart/texts.ts';
import { t as customers } from '../customers/texts.ts';
import { t as desk } from '../desk/texts.ts';
import { t as deviation } from '../deviation/texts.ts';
import { t as forecasts } from '../forecasts/texts.ts';
import { t as scopes } from '../keys/scopes.ts';
import { t as keys } from '../keys/texts.ts';
import { t as measurements } from '../measurements/texts.ts';
import { t as outages } from '../outages/texts.ts';
import { t as picker } from '../picker/texts.ts';
import { t as plants } from '../plants/texts.ts';
import { t as prices } from '../prices/texts.ts';
import { words as series } from '../purchase-form/form-texts.ts';
import { t as listed } from '../purchases/list-texts.ts';
import { t as purchases } from '../purchases/texts.ts';
import { t as shortfalls } from '../scores/shortfall-texts.ts';
import { t as scores } from '../scores/texts.ts';
import { sentences as checks } from '../service/sentences.ts';
import { t as service } from '../service/texts.ts';
import { t as models } from '../strategies/model-name.ts';
import { t as rules } from '../strategies/rule-name.ts';
import { t as strategies } from '../strategies/texts.ts';
import { t as today } from '../today/texts.ts';
import { common } from '../ui/texts.ts';
import { files } from '../uploads/file-texts.ts';
import { uploads } from '../uploads/texts.ts';
import { t as events } from '../webhooks/events.ts';
import { sentences as deliveries } from '../webhooks/sentences.ts';
import { t as webhooks } from '../webhooks/texts.ts';
import { fill, LANGUAGES, type Language, setLanguage, texts } from './language.ts';
import { t as zones } from './zone-name.ts';

type Table = Readonly<Record<string, string>>;

const TABLES: Readonly<Record<string, Table>> = {
  app,
  chart,
  customers,
  forecasts,
  keys,
  outages,
  deviation,
  today,
  plants,
  prices,
  purchases,
  listed,
  series,
  scores,
  shortfalls,
  service,
  rules,
  strategies,
  common,
  webhooks,
  deliveries,
  checks,
  files,
  uploads,
  measurements,
  fields,
  values,
  fieldMessages,
  actions,
  actors,
  audit,
  desk,
  scopes,
  models,
  picker,
  events,
  zones,
};

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

function read(table: Table, key: string, language: Language): string {
  setLanguage(language);
  return table[key] ?? '';
}

/** The names of texts, which are properties that no loop finds. */
function keysOf(table: Table): string[] {
  return Object.getOwnPropertyNames(table);
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort();
}

/** A sentence: too many words to be the same in two languages. */
function isSentence(text: string): boolean {
  return text.split(' ').length >= 4;
}

describe.each(Object.entries(TABLES))('The texts of %s', (_name, table) => {
  it('The texts exist in each language, with the same values in braces', () => {
    expect(keysOf(table)).not.toEqual([]);
    for (const key of keysOf(table)) {
      const english = read(table, key, 'en');
      for (const language of LANGUAGES) {
        const text = read(table, key, language);
        expect([key, language, text.trim()]).not.toEqual([key, language, '']);
        expect([key, language, namesIn(text)]).toEqual([key, language, namesIn(english)]);
      }
    }
  });

  it('Sentences are translated', () => {
    for (const key of keysOf(table)) {
      const [english, spanish, portuguese] = LANGUAGES.map((each) => read(table, key, each));
      if (!isSentence(english ?? '')) continue;
      expect([key, spanish]).not.toEqual([key, english]);
      expect([key, portuguese]).not.toEqual([key, english]);
    }
  });
});

describe('A text', () => {
  const t = texts({ day: ['{count} days', '{count} días', '{count} dias'] });

  it('A text is read in the current language', () => {
    expect(read(t, 'day', 'en')).toBe('{count} days');
    expect(read(t, 'day', 'es')).toBe('{count} días');
    expect(read(t, 'day', 'pt')).toBe('{count} dias');
  });

  it('A text has one form for 1 of something, and another for any other number', () => {
    const rows = '{count} {count|row is|rows are} read';
    expect(fill(rows, { count: 1 })).toBe('1 row is read');
    expect(fill(rows, { count: '1' })).toBe('1 row is read');
    for (const count of [0, 2, 21, '1,001', '1.5'])
      expect(fill(rows, { count })).toBe(`${count} rows are read`);
    expect(fill('{count|one|}', { count: 2 })).toBe('');
    expect(fill(rows, {})).toBe(rows);
  });

  it('A text takes its values by name, and keeps a name without a value', () => {
    expect(fill('{a} of {b}, {a}', { a: 1, b: 'x' })).toBe('1 of x, 1');
    expect(fill('{a} of {b}', { a: 0 })).toBe('0 of {b}');
    expect(fill('{a}', { a: '$&{b}', b: 'no' })).toBe('$&{b}');
  });
});
