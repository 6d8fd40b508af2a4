import type { ComponentChildren } from 'preact';

/** A column of a table, by cells, numbers, instants or days. */
export type Column<T> = (CellColumn<T> | NumberColumn<T> | TimeColumn<T> | DayColumn<T>) &
  FileColumns<T>;

interface FileColumns<T> {
  /** The columns of the table's file in place of this one, each of one value; none: it has none. */
  readonly file?: readonly Column<T>[];
}

interface CellColumn<T> {
  readonly title: string;
  readonly cell: (row: T, index: number) => ComponentChildren;
  /** Whether the column is right-aligned, as numbers are. */
  readonly isNumber?: boolean;
  /** Whether the column has longer texts, which may take several lines. */
  readonly isText?: boolean;
}

/** Declares a column of numbers; a missing one is a dash. */
export interface NumberColumn<T> {
  readonly title: string;
  readonly number: (row: T, index: number) => number | string | null | undefined;
  readonly decimals?: number;
  /** Whether the numbers are in percent. */
  readonly isPercent?: boolean;
  /** Where the inputs of a number are shown. */
  readonly href?: (row: T) => string;
}

type Instant = string | null | undefined;

/** Declares a column of instants; a missing one is a dash. */
interface TimeColumn<T> {
  readonly title: string;
  readonly time: (row: T, index: number) => Instant;
  /** The zone of the clock; Madrid if it is missing. */
  readonly zone?: (row: T) => string;
  /** How an instant is shown; date and time if it is missing. */
  readonly form?: (at: Instant) => string;
}

/** Declares a column of days `YYYY-MM-DD`; a missing one is a dash. */
interface DayColumn<T> {
  readonly title: string;
  readonly day: (row: T, index: number) => string | null;
}
