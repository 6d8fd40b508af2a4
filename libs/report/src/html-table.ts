import { escaped } from '@solano/svg';
import type { Formats } from './format.ts';
import type { ReportTable, TableCell, TableColumn } from './tables.ts';

/** Tables of more columns are in small type. */
const MAX_COLUMNS = 6;

/** A table as HTML, its first rows only where there are more than `maxRows`. */
export function htmlTable(
  { columns, rows, sum }: ReportTable,
  formats: Formats,
  maxRows = Infinity,
): string {
  const head = columns.map(({ header, kind }) => `<th${classOf(kind)}>${escaped(header)}</th>`);
  const body = rows.slice(0, maxRows).map((row) => rowOf(row, columns, formats));
  const foot = sum ? [`<tfoot>${rowOf(sum, columns, formats)}</tfoot>`] : [];
  return [
    `<div class="scroll"><table${columns.length > MAX_COLUMNS ? ' class="wide"' : ''}>`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    '<tbody>',
    ...body,
    '</tbody>',
    ...foot,
    '</table></div>',
  ].join('\n');
}

function rowOf(
  row: readonly TableCell[],
  columns: readonly TableColumn[],
  formats: Formats,
): string {
  const cells = columns.map(({ kind }, i) => {
    return `<td${classOf(kind)}>${escaped(cellText(row[i] ?? null, kind, formats))}</td>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}

function classOf(kind: TableColumn['kind']): string {
  if (kind === 'number') return ' class="number"';
  return kind === 'text' || kind === 'time' ? '' : ' class="key"';
}

function cellText(cell: TableCell, kind: TableColumn['kind'], formats: Formats): string {
  if (cell === null) return kind === 'text' ? '' : formats.decimal(null);
  if (typeof cell === 'string') {
    if (kind === 'number') return formats.decimal(cell);
    return kind === 'day' && /^\d/.test(cell) ? formats.day(cell) : cell;
  }
  if (kind === 'hour') return `${two(cell)}–${two(cell + 1)}`;
  return kind === 'weekday' ? formats.weekday(cell) : formats.time(cell);
}

function two(hour: number): string {
  return String(hour).padStart(2, '0');
}
