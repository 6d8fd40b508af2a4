import { type ComponentChildren, render } from 'preact';
import { numberOf } from '../api/number-of.ts';
import { clockText, MADRID } from '../time/zone.ts';
import type { Column } from './columns.ts';
import type { Rows } from './csv.ts';
import { saveCsv } from './save-csv.ts';

type Value = Rows[number][number];

/** Saves a table as a CSV file. */
export function saveRows<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): void {
  saveCsv(name, tableRows(columns, rows));
}

/**
 * Returns a table as rows of a file, the titles first: numbers, instants `YYYY-MM-DD HH:MM` and days
 * `YYYY-MM-DD` as they are, other cells as the text that they show, without their buttons. A column
 * that has no text is left out.
 */
function tableRows<T>(columns: readonly Column<T>[], rows: readonly T[]): Rows {
  const host = document.createElement('div');
  const cells = columns
    .flatMap((column) => column.file ?? [column])
    .map((column) => [
      titleOf(column),
      ...rows.map((row, index) => cellOf(column, row, index, host)),
    ])
    .filter(([, ...values]) => values.some((value) => value !== ''));
  const [first = []] = cells;
  return first.map((_cell, index) => cells.map((column) => column[index] ?? null));
}

/** A title has the unit; a cell is a number alone. */
function titleOf<T>(column: Column<T>): string {
  const { title } = column;
  return 'number' in column && column.isPercent && title !== '%' ? `${title} (%)` : title;
}

function cellOf<T>(column: Column<T>, row: T, index: number, host: Element): Value {
  if ('number' in column) return numberOf(column.number(row, index));
  if ('day' in column) return column.day(row, index);
  if ('cell' in column) return textOf(column.cell(row, index), host);
  const at = column.time(row, index);
  return at ? clockText(Date.parse(at), column.zone?.(row) ?? MADRID) : null;
}

const NONE = '–';

function textOf(content: ComponentChildren, host: Element): Value {
  if (typeof content === 'number') return content;
  render(content, host);
  for (const button of host.querySelectorAll('button')) button.remove();
  for (const line of host.querySelectorAll('br')) line.replaceWith(' ');
  const text = host.textContent.replace(/\s+/g, ' ').trim();
  host.replaceChildren();
  render(null, host);
  return text === NONE ? null : text;
}
