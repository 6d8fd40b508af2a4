/** Rows of cells as a spreadsheet puts them on the clipboard, or as a CSV file holds them. */
export function parseSheet(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(clean);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < clean.length; index += 1) {
    const char = clean[index] ?? '';
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (clean[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter || char === '\n') {
      row.push(cell.trim());
      cell = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    } else if (char !== '\r') cell += char;
  }
  rows.push([...row, cell.trim()]);
  return rows.filter((cells) => cells.some((each) => each !== ''));
}

/** Tabs come from the clipboard; a semicolon leaves the comma to decimals. */
function delimiterOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return ['\t', ';', ','].find((each) => line.includes(each)) ?? ';';
}

/** A number with a decimal point or comma; undefined if it is neither, or may be thousands. */
export function parseNumber(text: string): number | undefined {
  const plain = text.replace(/[\s\u00A0\u202F]/g, '');
  if (!/^[+-]?\d*[.,]?\d+$/.test(plain)) return undefined;
  return Number(plain.replace(',', '.'));
}
