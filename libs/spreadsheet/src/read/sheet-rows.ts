import type { Cell, TableRow } from '@solano/domain/kernel';
import { type CellContext, readCell } from './cell.ts';
import type { NumberKind } from './formats.ts';
import { MAX_COLUMNS, rejectWorkbook, type WorkbookLimits } from './limits.ts';
import { readXml } from './xml.ts';

export interface SheetContext extends CellContext {
  /** By the place of a cell's style. */
  readonly formats: readonly NumberKind[];
  readonly limits: WorkbookLimits;
  /** Counts a cell that is kept. Errors: `invalid_rows` past the limit. */
  readonly count: () => void;
}

/** The rows of a worksheet that hold anything, from its XML. Errors: `invalid_rows`. */
export function readRows(bytes: Uint8Array, context: SheetContext): TableRow[] {
  const reader = new RowsReader(context);
  readXml(bytes, reader);
  return reader.rows;
}

class RowsReader {
  readonly rows: TableRow[] = [];
  readonly #context: SheetContext;
  #line = 0;
  #column = -1;
  #cells: Cell[] = [];
  #type = 'n';
  #kind: NumberKind = 'number';
  #value = '';
  /** Elements around, of those that matter: text counts within `v`, and `t` of `is`. */
  #isValue = false;
  #isPhonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = positionOf(attributes().r, this.#line + 1);
      this.#column = -1;
      this.#cells = [];
    } else if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributes();
      this.#column = columnOf(r) ?? this.#column + 1;
      this.#type = t;
      this.#kind = this.#context.formats[Number(s)] ?? 'number';
      this.#value = '';
    } else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'v' || name === 't') this.#isValue = !this.#isPhonetic;
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#value += text;
    if (this.#value.length > this.#context.limits.cellCharacters) {
      rejectWorkbook(`row ${this.#line} has a cell of too many characters`);
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#addCell();
    else if (name === 'row' && this.#cells.length > 0) {
      this.rows.push({ line: this.#line, cells: this.#cells });
    }
  }

  #addCell(): void {
    if (this.#value === '') return;
    if (this.#column >= MAX_COLUMNS) {
      rejectWorkbook(`row ${this.#line} has more than ${MAX_COLUMNS} columns`);
    }
    // Of two values of one cell programs show different ones.
    if (this.#column < this.#cells.length) rejectWorkbook('its cells are out of order');
    this.#context.count();
    while (this.#cells.length < this.#column) this.#cells.push('');
    const raw = { type: this.#type, value: this.#value, kind: this.#kind };
    this.#cells[this.#column] = readCell(raw, this.#context);
  }
}

/** The number of a row. */
function positionOf(text: string | undefined, next: number): number {
  if (text === undefined) return next;
  const position = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  // Rows out of order would be reported with wrong line numbers.
  return position >= next ? position : rejectWorkbook('its rows are out of order');
}

/** The place of the column of a reference such as `AB12`; the first is 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/i.exec(reference ?? '')?.[1];
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
