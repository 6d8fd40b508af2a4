import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { rowsOf, visit } from '../test/visit.tsx';
import { CellProblems } from './cell-problems.tsx';

describe('The bad cells of a file', () => {
  it.each([
    ['en', '2 cells have to be corrected. Nothing was recorded.', 'is not in MW'],
    ['es', 'Hay que corregir 2 celdas. No se ha registrado nada.', 'no está en MW'],
    ['pt', 'É preciso corrigir 2 células. Nada foi registado.', 'não está em MW'],
  ] as const)('Bad cells are told in %s', async (language, title, reason) => {
    setLanguage(language);
    const problem = {
      line: 1,
      column: 'Potencia',
      value: 'kW',
      code: 'other_unit',
      params: { unit: 'MW' },
    } as const;
    const problems = [
      { ...problem, reason: '', example: null },
      { ...problem, column: null, value: null, reason: '', example: 'MW' },
    ];
    visit(<CellProblems problems={problems} />);
    expect(await rowsOf(title)).toEqual([
      ['1', 'Potencia', 'kW', reason, ''],
      ['1', '', '', reason, 'MW'],
    ]);
    expect(screen.getByRole('alert').textContent).toBe(title);
  });

  it.each([
    ['xlsx', ['23/11/26, 8:05', '23 nov 2026', 'x 2026-11-23']],
    ['csv', ['2026-11-23 08:05:00', '2026-11-23', 'x 2026-11-23']],
  ] as const)(
    'Dates of a workbook are shown as the language has them, texts of a file of %s as they are',
    async (format, shown) => {
      setLanguage('es');
      const values = ['2026-11-23 08:05:00', '2026-11-23', 'x 2026-11-23'];
      const problem = { line: 2, column: 'Inicio', code: 'not_a_time', params: {} } as const;
      const problems = values.map((value) => ({ ...problem, value, reason: '', example: null }));
      visit(<CellProblems problems={problems} understood={{ format }} />);
      expect((await rowsOf(/^Hay que corregir/)).map(([, , value]) => value)).toEqual(shown);
    },
  );
});
