import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { saveFile } from '../ui/download.tsx';
import { notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { csvOf, type Rows } from './csv.ts';

/**
 * Saves rows, the first of them titles, as a CSV file.
 *
 * @param isCutOff there are more rows than the file may have: the page says so.
 */
export function saveCsv(name: string, rows: Rows, isCutOff = false): void {
  // Spreadsheets take a file for UTF-8 by its mark.
  saveFile(name, new Blob(['\uFEFF', csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  if (isCutOff)
    notify({ text: fill(common.cutOff, { count: formatNumber(rows.length - 1) }), isError: true });
}
