import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { button, rowsOf, visit } from '../test/visit.tsx';
import { Table } from './table.tsx';

describe('A table', () => {
  const open = (rows: readonly number[], pageSize = 2) =>
    visit(
      <Table
        caption="Squares"
        rows={rows}
        pageSize={pageSize}
        columns={[
          { title: 'Number', cell: (row) => row },
          { title: 'Square', number: (row) => row * row * 1_000, decimals: 1 },
        ]}
      />,
    );

  it('A table shows a page of rows at a time, with their positions and the number of all', async () => {
    const user = open([1, 2, 3, 4, 5]);
    expect(await rowsOf('Squares')).toEqual([
      ['1', '1,000.0'],
      ['2', '4,000.0'],
    ]);
    expect(screen.getByText('1–2 of 5')).toBeTruthy();
    expect(button('Previous').disabled).toBe(true);
    await user.click(button('Next'));
    await user.click(button('Next'));
    expect(await rowsOf('Squares')).toEqual([['5', '25,000.0']]);
    expect(screen.getByText('5–5 of 5')).toBeTruthy();
    expect(button('Next').disabled).toBe(true);
  });

  it('A table has no pages if all rows fit', () => {
    open([1, 2]);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('A table that scrolls can be reached by keyboard', () => {
    open([1]);
    expect(screen.getByRole('region', { name: 'Squares' }).tabIndex).toBe(0);
  });
});
