import { type ComponentChildren, render } from 'preact';
import type { Rows } from '../ui/csv.ts';
import { common } from '../ui/texts.ts';
import type { Column } from './columns.ts';

/**
 * Returns a table as rows of a file, the titles first: numbers as they are, other cells as the text
 * that they show. Columns of buttons and of fields are left out.
 */
export function tableRows<T>(columns: readonly Column<T>[], rows: readonly T[]): Rows {
  const host = document.createElement('div');
  const cells = columns
    .filter(({ title }) => title !== common.actions)
    .map((column) => [
      column.title,
      ...rows.map((row, index) => cellValue(column, row, index, host)),
    ])
    .filter(([, ...values]) => values.some((value) => value !== ''));
  const [first = []] = cells;
  return first.map((_cell, index) => cells.map((column) => column[index] ?? null));
}

function cellValue<T>(column: Column<T>, row: T, index: number, host: Element) {
  if ('number' in column) return column.number(row, index) ?? null;
  return textOf(column.cell(row, index), host);
}

function textOf(content: ComponentChildren, host: Element): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content);
  render(content, host);
  const text = host.textContent.replace(/\s+/g, ' ').trim();
  render(null, host);
  return text;
}
