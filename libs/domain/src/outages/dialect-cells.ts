import type { DateOrder } from '../time/date-form.ts';
import { DateForm } from '../time/date-form.ts';
import type { AvailabilityType, SourceUnit } from '../unavailabilities/unavailability.ts';
import { AVAILABILITY_TYPES } from '../unavailabilities/unavailability.ts';
import type { DecimalMark } from '../values/number-form.ts';
import { NumberForm } from '../values/number-form.ts';
import type { Cell, SourceTable } from '../values/table.ts';
import { cellText, isBlank } from '../values/table.ts';
import type { DialectColumns } from './dialect-table.ts';

/** The text of a cell as version 1 has it, or what is wrong with it. */
export type CellResult = { readonly text: string } | { readonly reason: string };

const TYPES: Readonly<Record<string, AvailabilityType>> = {
  ...Object.fromEntries(AVAILABILITY_TYPES.map((type) => [type.toLowerCase(), type])),
  indisponibilidad: 'UNAVAILABILITY',
  limitacion: 'CURTAILMENT',
  restriccion: 'CURTAILMENT',
  otro: 'OTHER',
  otros: 'OTHER',
  otra: 'OTHER',
};
const UNITS: Readonly<Record<string, SourceUnit>> = { mw: 'MW', kw: 'kW', '%': '%' };

/** Reads the cells of one file; numbers and dates by the forms that the whole file shows. */
export class DialectCells {
  readonly numbers: NumberForm;
  readonly dates: DateForm;

  /** Looks at all numbers and dates of the table. */
  constructor(
    { rows }: SourceTable,
    { fields }: DialectColumns,
    { decimal, dateForm }: { decimal?: DecimalMark | undefined; dateForm?: DateOrder | undefined },
  ) {
    this.numbers = new NumberForm(decimal);
    this.dates = new DateForm(dateForm);
    const power = fields.get('power')?.index;
    const times = [fields.get('start_time_utc')?.index, fields.get('end_time_utc')?.index];
    for (const { line, cells } of rows) {
      const number = power === undefined ? '' : cells[power];
      if (typeof number === 'string') this.numbers.learn(withoutPercent(number), line);
      for (const at of times) {
        const time = at === undefined ? '' : cells[at];
        if (typeof time === 'string') this.dates.learn(time, line);
      }
    }
  }

  time(cell: Cell): CellResult {
    if (isBlank(cell)) return { text: '' };
    const read = this.dates.read(cellText(cell));
    return 'iso' in read ? { text: read.iso } : read;
  }

  /** @param unit of the number; a percentage is one of `%` alone. */
  power(cell: Cell, unit: string): CellResult {
    if (isBlank(cell)) return { text: '' };
    const isPercent = typeof cell === 'string' ? cell.includes('%') : cellText(cell).endsWith('%');
    if (isPercent && unit !== '%') return { reason: `is a percentage, where the unit is ${unit}` };
    if (typeof cell === 'string') {
      const read = this.numbers.read(withoutPercent(cell));
      return 'decimal' in read ? { text: read.decimal } : read;
    }
    return 'number' in cell ? { text: cell.number } : { reason: 'is a date, not a number' };
  }
}

function withoutPercent(text: string): string {
  return text.trim().replace(/\s*%$/, '');
}

export function typeText(cell: Cell): string {
  const text = cellText(cell).trim();
  return TYPES[plainText(text)] ?? text;
}

export function unitText(cell: Cell): string {
  const text = cellText(cell).trim();
  return UNITS[text.toLowerCase()] ?? text;
}

function plainText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
