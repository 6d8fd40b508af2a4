export type Rows = readonly (readonly (string | number | null)[])[];

/** A text that a spreadsheet takes for a formula, as the service has it too. */
const FORMULA = /^[=+\-@\t\r]/;
/** The service has amounts as decimal texts. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Returns rows as CSV, with quotes if a cell needs them; texts stay texts in a spreadsheet. */
export function csvOf(rows: Rows): string {
  return `${rows.map((row) => row.map(csvCell).join(';')).join('\r\n')}\r\n`;
}

function csvCell(value: string | number | null): string {
  const isFormula = typeof value === 'string' && FORMULA.test(value) && !NUMBER.test(value);
  const text = isFormula ? `'${value}` : String(value ?? '');
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
