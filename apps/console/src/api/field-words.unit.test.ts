import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, setLanguage } from '../i18n/language.ts';
import { fieldMessage, fieldName } from './field-words.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

describe('A field of the API', () => {
  it('A field has its name in each language', () => {
    const names = LANGUAGES.map((language) => {
      setLanguage(language);
      return fieldName('nominal_capacity_mw');
    });
    expect(names).toEqual(['Nominal MW', 'MW nominales', 'MW nominais']);
  });

  it.each(['Potencia (kW)', 'toString', ''])('The text %j, which is none, stays', (text) => {
    expect(fieldName(text)).toBe(text);
  });
});

/** The messages that the service gives about fields. */
const MESSAGES = [
  ['This field is required.', 'Es obligatorio.'],
  ['This field may not be null.', 'No puede estar vacío.'],
  ['This field may not be blank.', 'No puede estar vacío.'],
  ['This list may not be empty.', 'Elija al menos uno.'],
  [
    'A text must not hold NUL or half of a surrogate pair.',
    'Contiene un carácter que no se puede guardar.',
  ],
  ['A valid number is required.', 'Debe ser un número.'],
  ['Not a valid string.', 'No es un texto.'],
  ['Ensure this field has no more than 64 characters.', 'Tiene más de 64 caracteres.'],
  ['"a \\"b\\"" is not a valid choice.', '«a \\"b\\"» no es una opción válida.'],
  ['Ensure this value is greater than or equal to -180.', 'Es menor que -180.'],
  ['Ensure this value is less than or equal to 90.', 'Es mayor que 90.'],
  ['Ensure this value is less than 1000.', 'Debe ser menor que 1000.'],
  ['Ensure that there are no more than 3 decimal places.', 'Tiene más de 3 decimales.'],
  ['Enter a valid timezone.', 'No es una zona horaria como Europe/Madrid.'],
  [
    'Datetime has wrong format. Use YYYY-MM-DD HH:MM or an empty string.',
    'No es una fecha y hora.',
  ],
  ['Enter an ISO 8601 date or date-time.', 'No es una fecha y hora.'],
  ['Must be after start_time_utc.', 'Debe ser posterior a: Inicio.'],
  ['Unknown plant.', 'No es ninguna de sus plantas.'],
  ['plant with this name already exists.', 'Otra planta tiene ese nombre.'],
] as const;

describe('A message about a field', () => {
  it.each(MESSAGES)('The message “%s” is said in Spanish', (message, text) => {
    setLanguage('es');
    expect(fieldMessage(message)).toBe(text);
  });

  it('A message of another release stays as it is', () => {
    expect(fieldMessage('Ensure that it is a prime.')).toBe('Ensure that it is a prime.');
  });
});
