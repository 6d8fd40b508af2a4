import type { Cell } from '@solano/domain/kernel';
import type { NumberKind } from './formats.ts';

const DAY_S = 86_400;
/** Day 0, for days since March 1900; and of workbooks that count from 1904. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** Spreadsheets of 1900 count a 29 February of that year. */
const FIRST_DAY = 61;
/** The day after 9999-12-31. */
const END_DAY = 2_958_466;
/** Digits that spreadsheets calculate with; further ones of a file are noise of binary fractions. */
const DIGITS = 15;
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** A cell of a workbook as its XML has it. */
export interface RawCell {
  /** The attribute `t`; default: `n`. */
  readonly type: string;
  /** Content of `v`, or of `is`. */
  readonly value: string;
  readonly kind: NumberKind;
}

export interface CellContext {
  readonly sharedStrings: readonly string[];
  readonly epoch: 1900 | 1904;
}

/** The value of a cell. Anything unknown is text, so that it is seen. */
export function readCell({ type, value, kind }: RawCell, context: CellContext): Cell {
  switch (type) {
    case 's':
      return context.sharedStrings[Number(value)] ?? '#REF!';
    case 'inlineStr':
    case 'str':
      return unescapeText(value);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return value.replace('T', ' ');
    case 'n':
      return readNumber(value, kind, context.epoch);
    default:
      return value;
  }
}

/** The text that `_x000D_` and the like stand for. */
export function unescapeText(text: string): string {
  return text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function readNumber(text: string, kind: NumberKind, epoch: 1900 | 1904): Cell {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return text;
  if (kind === 'number') return { number: decimalText(value), isPercent: false };
  if (kind === 'percent') return { number: decimalText(value * 100), isPercent: true };
  return dateCell(value, kind, epoch) ?? { number: decimalText(value), isPercent: false };
}

function decimalText(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

/** A time to the second, as users type it; undefined if the number is not a date of a spreadsheet. */
function dateCell(value: number, kind: NumberKind, epoch: 1900 | 1904): Cell | undefined {
  const seconds = Math.round(value * DAY_S);
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 19);
  if (kind === 'time' && value >= 0 && value < 1) return time(seconds * 1000);
  if (value < (epoch === 1900 ? FIRST_DAY : 0) || value >= END_DAY) return undefined;
  const ms = EPOCHS[epoch] + seconds * 1000;
  const day = new Date(ms).toISOString().slice(0, 10);
  // A cell that shows only a day may hold a time too, which was entered.
  const isDay = kind === 'date' && seconds % DAY_S === 0;
  return { wall: isDay ? day : `${day} ${time(ms)}` };
}
