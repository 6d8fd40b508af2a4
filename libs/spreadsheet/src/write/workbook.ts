import { columnLetters } from './cell.ts';
import type { Sheet } from './sheet.ts';
import { xmlText } from './xml-text.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const TABLE_RELATION = 'rId1';

export const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The part that names the type of each other part, of so many sheets and of the tables of some. */
export function contentTypes(sheets: number, tables: readonly number[]): string {
  const parts = [
    ...Array.from({ length: sheets }, (_, i) => override(sheetPath(i), 'worksheet')),
    ...tables.map((i) => override(tablePath(i), 'table')),
  ];
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${parts.join('')}</Types>`;
}

function override(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`;
}

/** The part that names the sheets; those from `visible` on are hidden. */
export function workbookXml(names: readonly string[], visible: number): string {
  const sheets = names.map((name, i) => {
    const state = i < visible ? '' : ' state="hidden"';
    return `<sheet name="${xmlText(name)}" sheetId="${i + 1}"${state} r:id="rId${i + 1}"/>`;
  });
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** The part that says in which part each sheet is. */
export function workbookRelations(sheets: number): string {
  const parts = Array.from(
    { length: sheets },
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

export function tablePath(index: number): string {
  return `xl/tables/table${index + 1}.xml`;
}

export function sheetRelationsPath(index: number): string {
  return `xl/worksheets/_rels/sheet${index + 1}.xml.rels`;
}

/** The part that says which table a sheet has. */
export function sheetRelations(index: number): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${TABLE_RELATION}" Type="${OFFICE}/table" Target="../tables/table${index + 1}.xml"/></Relationships>`;
}

/** What a sheet has to say at its end of its table. */
export const TABLE_PART = `<tableParts count="1"><tablePart xmlns:r="${OFFICE}" r:id="${TABLE_RELATION}"/></tableParts>`;

/** The part of the table of a sheet: its header, and its lines up to the last one. */
export function tableXml({ columns }: Sheet, index: number, lastLine: number): string {
  // A table has one line below its header at least, which may be empty.
  const range = `A1:${columnLetters(columns.length - 1)}${Math.max(lastLine, 2)}`;
  const names = columns.map(
    ({ header }, i) => `<tableColumn id="${i + 1}" name="${xmlText(header)}"/>`,
  );
  const name = `Table${index + 1}`;
  return `${XML}<table xmlns="${MAIN}" id="${index + 1}" name="${name}" displayName="${name}" ref="${range}" totalsRowShown="0"><autoFilter ref="${range}"/><tableColumns count="${columns.length}">${names.join('')}</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}
