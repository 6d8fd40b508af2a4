import { expect, it } from 'vitest';
import { parsePlants } from './plant-rows.ts';

const HEADER =
  'Nombre;Latitud;Longitud;Potencia instalada (MW);Potencia nominal (MW);Zona;Tecnología;Notas';

it('reads plants under Spanish headers, with decimal commas, and names the columns it ignores', () => {
  const row = 'Muxía;43,1042;-9,2188;30,6;30;ES;Eólica;x';
  expect(parsePlants(`${HEADER}\n${row}`)).toEqual({
    rows: [
      {
        name: 'Muxía',
        lat: '43.1042',
        lon: '-9.2188',
        installed_capacity_mw: '30.6',
        nominal_capacity_mw: '30',
        area: 'ES',
        technology_type: 'wind',
      },
    ],
    problems: [],
    missing: [],
    ignored: ['Notas'],
  });
});

it('names the bad cells of a row by line and column', () => {
  const rows = [';143;-9,2;30,6;1.250,5;ES;coal;', 'A;43;-9;1;1;ES;wind;', 'A;43;-9;1;1;ES;wind;'];
  expect(parsePlants([HEADER, ...rows].join('\n')).problems).toEqual([
    { line: 2, column: 'Nombre', value: '', reason: 'missing' },
    { line: 2, column: 'Latitud', value: '143', reason: 'outOfRange' },
    { line: 2, column: 'Potencia nominal (MW)', value: '1.250,5', reason: 'badNumber' },
    { line: 2, column: 'Tecnología', value: 'coal', reason: 'badTechnology' },
    { line: 4, column: 'Nombre', value: 'A', reason: 'repeated' },
  ]);
});

it('names the fields that no column holds', () => {
  const { missing } = parsePlants('name;lat;lon\nA;43;-9');
  expect(missing).toEqual([
    'installed_capacity_mw',
    'nominal_capacity_mw',
    'area',
    'technology_type',
  ]);
});
