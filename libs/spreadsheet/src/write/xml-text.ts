/** Characters that XML 1.0 cannot hold, and what would be read as a spreadsheet's escape of one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\r]|_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * A text for an XML element or attribute of a workbook. What XML cannot hold is written as
 * spreadsheets do, `_x000B_`; halves of surrogate pairs become U+FFFD.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNPRINTABLE, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll(MARKUP, (character) => ENTITIES[character] as string);
}
