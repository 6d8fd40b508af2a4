import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
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

  it('A table of many rows shows the first ones at once, and all when these are painted', async () => {
    open(
      Array.from({ length: 40 }, (_, index) => index),
      40,
    );
    const table = screen.getByRole('region', { name: 'Squares' });
    expect(table.querySelectorAll('tbody tr')).toHaveLength(12);
    expect(table.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(table.querySelectorAll('tbody tr')).toHaveLength(40));
    expect(table.hasAttribute('aria-busy')).toBe(false);
  });

  it('A table has no pages if all rows fit', () => {
    open([1, 2]);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it.each([
    [700, 700, ''],
    [700, 900, 'tight'],
    [700, 1_300, 'tight stacked'],
    [400, 500, 'stacked'],
  ])('A table in %i pixels that needs %i is %j', (has, needs, expected) => {
    const { prototype } = HTMLElement;
    vi.spyOn(prototype, 'clientWidth', 'get').mockReturnValue(has);
    // Broken words need two thirds of the room, stacked cells none but their own.
    vi.spyOn(prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
      return this.classList.contains('tight') ? (needs * 2) / 3 : needs;
    });
    open([1]);
    const { classList } = screen.getByRole('region', { name: 'Squares' });
    expect([...classList].filter((name) => name !== 'table-scroll').join(' ')).toBe(expected);
    vi.restoreAllMocks();
  });

  it('A table that scrolls can be reached by keyboard', () => {
    open([1]);
    expect(screen.getByRole('region', { name: 'Squares' }).tabIndex).toBe(0);
  });
});
