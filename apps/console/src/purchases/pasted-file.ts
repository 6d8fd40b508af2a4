/** Delimiters of cells on a clipboard, and of pasted CSV. */
const DELIMITERS = ['\t', ';', ',', '|'];

/** Returns pasted cells as a file; cells that begin with a digit, as a datetime does, get a header. */
export function pastedFile(text: string): { readonly file: File; readonly hasOwnHeader: boolean } {
  const hasOwnHeader = !/^\s*["']?\d/.test(text);
  const [first = ''] = text.trimStart().split('\n', 1);
  const delimiter = DELIMITERS.find((each) => first.includes(each)) ?? '\t';
  const content = hasOwnHeader ? text : `datetime${delimiter}purchase\n${text.trimStart()}`;
  return { file: new File([content], 'purchase.csv', { type: 'text/csv' }), hasOwnHeader };
}
