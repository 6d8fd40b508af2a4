/** Delimiters of cells on a clipboard, and of pasted CSV. */
const DELIMITERS = ['\t', ';', ',', '|'];

const TIME_OF_DAY = /\d:\d\d/;

const TIMES = ['datetime', 'purchase'];
const DATES = ['date', 'hour', 'purchase'];

/** Returns pasted cells as a file; cells that begin with a digit, as a date does, get a header. */
export function pastedFile(text: string): { readonly file: File; readonly hasOwnHeader: boolean } {
  const hasOwnHeader = !/^\s*["']?\d/.test(text);
  const [first = ''] = text.trimStart().split('\n', 1);
  const delimiter = DELIMITERS.find((each) => first.includes(each)) ?? '\t';
  const cells = first.split(delimiter);
  // A comma may be in a number: 24/11/2026,1,5. Beside a time of day a third cell is no MW: a price, perhaps.
  const isDated =
    delimiter !== ',' && cells.length === DATES.length && !TIME_OF_DAY.test(cells[0] ?? '');
  const header = isDated ? DATES : TIMES;
  const content = hasOwnHeader ? text : `${header.join(delimiter)}\n${text.trimStart()}`;
  return { file: new File([content], 'purchase.csv', { type: 'text/csv' }), hasOwnHeader };
}
