import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { actorName } from './actor.ts';

afterEach(() => setLanguage('en'));

const LABELS = new Map([
  ['k1', 'billing'],
  ['k2', ''],
]);

test.each([
  ['key k1', 'clave billing'],
  ['key k2', 'clave k2'],
  ['key k3', 'clave k3'],
  ['operator ana', 'operador ana'],
  ['operator', 'operador'],
  ['workflow', 'cálculo'],
  ['service', 'el servicio'],
  ['somebody else', 'somebody else'],
])('The actor %s is named %s', (actor, name) => {
  setLanguage('es');
  expect(actorName(actor, LABELS)).toBe(name);
});
