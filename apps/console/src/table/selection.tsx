import { useRef } from 'preact/hooks';
import { fill, texts } from '../i18n/language.ts';

const t = texts({
  select: ['Select {name}', 'Seleccionar {name}', 'Selecionar {name}'],
  selectAll: ['Select all {count}', 'Seleccionar todas ({count})', 'Selecionar todas ({count})'],
});

/** Rows that the reader has chosen. */
export interface Selection<T> {
  readonly keyOf: (row: T) => string;
  /** Names a row to those who do not see it. */
  readonly nameOf: (row: T) => string;
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** Selects a row, or all rows from the last one that was selected by itself. */
export type SelectRow = (index: number, isRange: boolean) => void;

/** Returns how a row is selected or not; a range becomes as its last row does. */
export function useRowSelection<T>(
  rows: readonly T[],
  selection: Selection<T> | undefined,
): SelectRow | undefined {
  const anchor = useRef(0);
  if (!selection) return undefined;
  const { keyOf, selected, onChange } = selection;
  return (index, isRange) => {
    const row = rows[index];
    if (row === undefined) return;
    const from = isRange ? Math.min(anchor.current, rows.length - 1) : index;
    const next = new Set(selected);
    const isOn = isRange || !next.has(keyOf(row));
    for (const each of rows.slice(Math.min(from, index), Math.max(from, index) + 1))
      if (isOn) next.add(keyOf(each));
      else next.delete(keyOf(each));
    if (!isRange) anchor.current = index;
    onChange(next);
  };
}

interface SelectAllProps<T> {
  readonly rows: readonly T[];
  readonly selection: Selection<T>;
}

/** A box that selects all rows of the table, those of its other pages too, or none. */
export function SelectAll<T>({ rows, selection }: SelectAllProps<T>) {
  const { keyOf, selected, onChange } = selection;
  const count = rows.filter((row) => selected.has(keyOf(row))).length;
  const isAll = count > 0 && count === rows.length;
  return (
    <input
      type="checkbox"
      aria-label={fill(t.selectAll, { count: rows.length })}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => onChange(new Set(isAll ? [] : rows.map(keyOf)))}
    />
  );
}

interface SelectOneProps<T> {
  readonly row: T;
  readonly index: number;
  readonly selection: Selection<T>;
  readonly onSelect: SelectRow;
}

/** A box that selects a row; with Shift, all rows from the one before to it. */
export function SelectOne<T>({ row, index, selection, onSelect }: SelectOneProps<T>) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={fill(t.select, { name: selection.nameOf(row) })}
      checked={selection.selected.has(selection.keyOf(row))}
      onClick={(event) => onSelect(index, event.shiftKey)}
    />
  );
}
