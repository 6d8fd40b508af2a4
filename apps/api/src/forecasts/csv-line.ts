const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * A line of CSV for people: fields are quoted where they must be, and a field that a spreadsheet
 * would take for a formula gets an apostrophe before it. Numbers stay as they are.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(cell).join(',')}\n`;
}

function cell(field: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(field) && !NUMBER.test(field);
  const safe = isFormula ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
