import { DAY_MS } from '@solano/domain/kernel';
import type { CellValue, SheetColumn } from './sheet.ts';
import { numberStyle, STYLE } from './styles.ts';
import { xmlText } from './xml-text.ts';

/** Spreadsheets call a file damaged if a cell has more characters. */
const MAX_TEXT_LENGTH = 32_767;
const NUMBER = /^-?\d{1,300}(?:\.\d{1,300})?(?:e[+-]?\d{1,3})?$/i;
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?Z?$/;
const FORMULA = /^[=+\-@\t\r]/;
/** The day 0 of spreadsheets, for days since March 1900: they count a 29 February of that year. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;

/**
 * The XML of a cell; empty for an empty cell. A value that is not of its column's type is written
 * unchanged, as text.
 */
export function cellXml(value: CellValue, column: SheetColumn, reference: string): string {
  if (value === null || value === '') return '';
  const typed = column.type === 'number' ? numberCell(value, column) : timeCell(value, column);
  if (typed) return `<c r="${reference}" s="${typed.style}"><v>${typed.value}</v></c>`;
  return textCell(String(value), reference);
}

export function textCell(text: string, reference: string, style?: number): string {
  const cut = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
  const styleId = style ?? (FORMULA.test(text) ? STYLE.quotedText : STYLE.text);
  return `<c r="${reference}" s="${styleId}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`;
}

interface TypedCell {
  readonly value: string;
  readonly style: number;
}

function numberCell(value: string | number, { decimals }: SheetColumn): TypedCell | undefined {
  const text = String(value);
  if (!NUMBER.test(text)) return undefined;
  return { value: text, style: decimals === undefined ? STYLE.general : numberStyle(decimals) };
}

function timeCell(value: string | number, { type }: SheetColumn): TypedCell | undefined {
  const [form, day, minute, second = '00'] = TIME.exec(String(value)) ?? [];
  if (!isTime(type) || form === undefined) return undefined;
  const wall = `${day}T${minute}:${second}`;
  const ms = Date.parse(`${wall}Z`);
  const serial = (ms - EPOCH) / DAY_MS;
  // A day before March 1900, or one that does not exist, is not a date of a spreadsheet.
  if (!(serial >= FIRST_DAY) || !new Date(ms).toISOString().startsWith(wall)) return undefined;
  return {
    value: String(serial),
    style: second === '00' ? STYLE.datetime : STYLE.datetimeSeconds,
  };
}

function isTime(type: SheetColumn['type']): boolean {
  return type === 'datetime' || type === 'instant';
}

/** The style of a column's empty cells. */
export function columnStyle({ type, decimals }: SheetColumn): number {
  if (type === 'text') return STYLE.text;
  if (isTime(type)) return STYLE.datetime;
  return decimals === undefined ? STYLE.general : numberStyle(decimals);
}

/** `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
