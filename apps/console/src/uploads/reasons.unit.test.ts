import { afterEach, beforeEach, expect, test } from 'vitest';
import { LANGUAGES, setLanguage } from '../i18n/language.ts';
import { reasonText } from './reasons.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

test.each([
  [
    { code: 'ambiguous_number', params: { grouped: '1250', decimal: '1.25' } },
    [
      'could be 1250 or 1.25: choose the decimal sign',
      'podría ser 1250 o 1,25: elija el signo decimal',
      'pode ser 1250 ou 1,25: escolha o sinal decimal',
    ],
  ],
  [
    { code: 'mark_of_line', params: { mark: '.', line: 3, expected: ',' } },
    [
      'has the decimal sign “.”, where row 3 has “,”',
      'tiene el signo decimal «.» y la fila 3 tiene «,»',
      'tem o sinal decimal «.» e a linha 3 tem «,»',
    ],
  ],
  [
    { code: 'row_length', params: { count: 2, expected: 5 } },
    [
      'the row has 2 fields, the header 5',
      'la fila tiene 2 campos y la cabecera 5',
      'a linha tem 2 campos e o cabeçalho 5',
    ],
  ],
  [
    {
      code: 'quotes',
      params: {
        detail: 'Quote Not Closed: the parsing is finished with an opening quote at line 2',
      },
    },
    [
      'a quotation mark (") is not closed, or stands within a text: correct it from this row on',
      'unas comillas (") no se cierran o están dentro de un texto: corríjalas a partir de esta fila',
      'há aspas (") por fechar ou dentro de um texto: corrija-as a partir desta linha',
    ],
  ],
  [
    { code: 'above_nominal', params: { nominal: '12.5' } },
    [
      'is above the plant’s nominal capacity of 12.5 MW',
      'supera la potencia nominal de la planta, 12,5 MW',
      'excede a potência nominal da central, 12,5 MW',
    ],
  ],
  [
    { code: 'not_after', params: { column: 'start' } },
    ['is not after start', 'no es posterior a start', 'não é posterior a start'],
  ],
  [
    { code: 'not_after', params: { column: 'start_time_utc' } },
    ['is not after Start', 'no es posterior a Inicio', 'não é posterior a Início'],
  ],
  [
    { code: 'not_a_choice', params: { choices: 'CURTAILMENT, wind, x' } },
    [
      'is not one of Curtailment (CURTAILMENT), Wind (wind), x',
      'no es uno de Restricción (CURTAILMENT), Eólica (wind), x',
      'não é um de Restrição (CURTAILMENT), Eólica (wind), x',
    ],
  ],
  [{ code: 'not_a_number', params: {} }, ['is not a number', 'no es un número', 'não é um número']],
] as const)('The reason %j is said in each language, with its values', (problem, texts) => {
  const said = LANGUAGES.map((language) => {
    setLanguage(language);
    return reasonText(problem);
  });
  expect(said).toEqual(texts);
});
