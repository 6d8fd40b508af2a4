import { formatInput } from '../i18n/format.ts';

/** Rows of a file: numbers are written as those of the language, texts stay texts. */
export type Rows = readonly (readonly (string | number | null)[])[];

/** A text that a spreadsheet takes for a formula, as the service has it too. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Returns rows as CSV that a spreadsheet in the language of the page opens right: with its decimal
 * sign, a semicolon beside a decimal comma, and quotes if a cell needs them.
 */
export function csvOf(rows: Rows): string {
  const separator = formatInput(0.5).includes(',') ? ';' : ',';
  return `${rows.map((row) => row.map((cell) => csvCell(cell, separator)).join(separator)).join('\r\n')}\r\n`;
}

function csvCell(value: string | number | null, separator: string): string {
  if (typeof value === 'number') return Number.isFinite(value) ? formatInput(rounded(value)) : '';
  const isFormula = value !== null && FORMULA.test(value) && !NUMBER.test(value);
  const text = isFormula ? `'${value}` : (value ?? '');
  return /["\r\n]/.test(text) || text.includes(separator)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** Digits beyond which a number has what adding up binary fractions leaves. */
const MAX_DIGITS = 12;
const MAX_DECIMALS = 9;

function rounded(value: number): number {
  return Number(Number(value.toPrecision(MAX_DIGITS)).toFixed(MAX_DECIMALS));
}
