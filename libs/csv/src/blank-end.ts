/**
 * The text without the rows at its end that hold nothing but delimiters, spaces and tabs, as
 * spreadsheets leave them behind. The first row stays, blank or not.
 */
export function withoutBlankEnd(text: string, delimiter: string): string {
  let end = text.length;
  for (let i = text.length - 1; i >= 0; i -= 1) {
    const character = text[i];
    if (character === '\n' || character === '\r') end = i;
    else if (character !== delimiter && character !== ' ' && character !== '\t') break;
  }
  return text.slice(0, end);
}
