export type Rows = readonly (readonly (string | number | null)[])[];

/** Returns rows as CSV, with quotes if a cell needs them. */
export function csvOf(rows: Rows): string {
  return `${rows.map((row) => row.map(csvCell).join(';')).join('\r\n')}\r\n`;
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
