import type { ComponentChildren } from 'preact';

/** A column of a table, by cells or by numbers. */
export type Column<T> = CellColumn<T> | NumberColumn<T>;

interface CellColumn<T> {
  readonly title: string;
  readonly cell: (row: T, index: number) => ComponentChildren;
  /** Whether the column is right-aligned, as numbers are. */
  readonly isNumber?: boolean;
  /** Whether the column has longer texts, which may take several lines. */
  readonly isText?: boolean;
}

/** Declares a column of numbers; a missing one is a dash. */
interface NumberColumn<T> {
  readonly title: string;
  readonly number: (row: T, index: number) => number | string | null | undefined;
  readonly decimals?: number;
  /** Where the inputs of a number are shown. */
  readonly href?: (row: T) => string;
}
