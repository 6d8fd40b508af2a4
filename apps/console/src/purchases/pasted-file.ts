/** Delimiters of cells on a clipboard, and of pasted CSV. */
const DELIMITERS = ['\t', ';', ',', '|'];

/** The headers of pasted cells without any, by their number. */
const HEADERS: Readonly<Record<number, readonly string[]>> = { 3: ['date', 'hour', 'purchase'] };

/** Returns pasted cells as a file; cells that begin with a digit, as a date does, get a header. */
export function pastedFile(text: string): { readonly file: File; readonly hasOwnHeader: boolean } {
  const hasOwnHeader = !/^\s*["']?\d/.test(text);
  const [first = ''] = text.trimStart().split('\n', 1);
  const delimiter = DELIMITERS.find((each) => first.includes(each)) ?? '\t';
  const header = HEADERS[first.split(delimiter).length] ?? ['datetime', 'purchase'];
  const content = hasOwnHeader ? text : `${header.join(delimiter)}\n${text.trimStart()}`;
  return { file: new File([content], 'purchase.csv', { type: 'text/csv' }), hasOwnHeader };
}
