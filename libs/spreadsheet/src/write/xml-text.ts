/** Characters that XML 1.0 cannot hold, and what would be read as a spreadsheet's escape of one. */
const UNPRINTABLE = /[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]|_(?=x[0-9A-Fa-f]{4}_)/gv;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * A text for an XML element or attribute of a workbook. Characters that XML does not allow are
 * written as spreadsheets do, `_x000B_`; halves of surrogate pairs become U+FFFD.
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
