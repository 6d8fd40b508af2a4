import { fireEvent, screen } from '@testing-library/dom';
import { useState } from 'preact/hooks';
import { expect, it } from 'vitest';
import { visit } from '../test/visit.tsx';
import { Table } from '../ui/table.tsx';

const opened: number[] = [];

function Numbers({ count }: { readonly count: number }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <p data-testid="selected">{[...selected].join(' ')}</p>
      <Table
        caption="Numbers"
        rows={Array.from({ length: count }, (_, index) => index)}
        pageSize={25}
        selection={{ keyOf: String, nameOf: String, selected, onChange: setSelected }}
        columns={[
          {
            title: 'Number',
            cell: (row) => (
              <button type="button" onClick={() => opened.push(row)}>
                {row}
              </button>
            ),
          },
          { title: 'Name', cell: () => <input aria-label="Name" /> },
        ]}
      />
    </>
  );
}

function press(key: string, init: object = {}) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
}

const focused = () => document.activeElement?.querySelector('button')?.textContent;
const selected = () => screen.getByTestId('selected').textContent;
const table = () => screen.getByRole('region', { name: 'Numbers' });

it('The focus moves through the rows of a table by keyboard, over its pages', () => {
  visit(<Numbers count={60} />);
  table().focus();
  press('PageDown');
  expect(document.activeElement).toBe(table());
  const moves = ['ArrowDown', 'ArrowDown', 'PageDown', 'PageDown', 'PageDown', 'ArrowUp', 'End'];
  const rows = moves.map((key) => {
    press(key);
    return focused();
  });
  expect(rows).toEqual(['0', '1', '11', '21', '31', '30', '59']);
  press('ArrowDown');
  expect(focused()).toBe('59');
  expect(screen.getByText('51–60 of 60')).toBeTruthy();
  press('Home');
  expect(focused()).toBe('0');
  expect(screen.getByText('1–25 of 60')).toBeTruthy();
});

it('A row of a table can be reached with Tab: the one that had the focus last', () => {
  visit(<Numbers count={3} />);
  const indices = () =>
    [...document.querySelectorAll('tbody tr')].map((row) => (row as HTMLElement).tabIndex);
  expect(indices()).toEqual([-1, -1, -1]);
  table().focus();
  press('ArrowDown');
  press('ArrowDown');
  expect(indices()).toEqual([-1, 0, -1]);
});

it('Space selects a row, with Shift all rows up to it, and Shift with an arrow key the next one', () => {
  visit(<Numbers count={60} />);
  table().focus();
  press('ArrowDown');
  press(' ');
  expect(selected()).toBe('0');
  press('ArrowDown', { shiftKey: true });
  expect(selected()).toBe('0 1');
  press('PageDown');
  press(' ', { shiftKey: true });
  expect(selected()).toBe('0 1 2 3 4 5 6 7 8 9 10 11');
  press('Home');
  press(' ');
  expect(selected()?.startsWith('1 2')).toBe(true);
});

it('Enter opens a row as a click on its first button does, and keys in a field are its own', () => {
  visit(<Numbers count={3} />);
  table().focus();
  press('End');
  press('Enter');
  expect(opened).toEqual([2]);
  const field = screen.getAllByLabelText('Name')[2] as HTMLElement;
  field.focus();
  press('ArrowUp');
  press('Enter');
  expect(document.activeElement).toBe(field);
  expect(opened).toEqual([2]);
});
