import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatInput } from '../i18n/format.ts';
import { setLanguage } from '../i18n/language.ts';
import { bodyOf, NEW_PLANT, withDecimals } from './plant-body.ts';

beforeEach(() => setLanguage('es'));
afterEach(() => setLanguage('en'));

const ENTERED = {
  ...NEW_PLANT,
  name: 'Peña da Loba',
  lat: '43,104',
  lon: '-7.25',
  installed_capacity_mw: '1.250,5',
  nominal_capacity_mw: '12',
};

it('The body has numbers in the service’s form, however they were entered', () => {
  expect(bodyOf(ENTERED)).toEqual({
    body: {
      ...ENTERED,
      lat: '43.104',
      lon: '-7.25',
      installed_capacity_mw: '1250.5',
      nominal_capacity_mw: '12',
    },
    problems: {},
  });
});

it('The form asks what 1.250 MW is, and does not ask of a coordinate', () => {
  const { problems } = bodyOf({ ...ENTERED, installed_capacity_mw: '1.250', lat: '43.104' });
  expect(problems).toEqual({
    installed_capacity_mw: ['«1.250» podría ser 1250 o 1,25: escriba 1250 o 1,2500'],
  });
});

it('Every field that is no number is named', () => {
  const { problems } = bodyOf({ ...ENTERED, lat: 'norte', nominal_capacity_mw: 'x' });
  expect(Object.keys(problems)).toEqual(['lat', 'nominal_capacity_mw']);
});

it('The numbers of a plant that was opened and saved do not change', () => {
  const plant = {
    ...ENTERED,
    lat: '43.1041',
    lon: '-7.2500',
    installed_capacity_mw: '12.125',
    nominal_capacity_mw: '1.250',
  };
  const opened = withDecimals(plant, formatInput);
  expect(opened.installed_capacity_mw).toBe('12,125');
  expect(bodyOf(opened, plant)).toEqual({ body: plant, problems: {} });
});
