import { xmlText } from './xml-text.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The part that names the type of each other part, of so many sheets. */
export function contentTypes(sheets: number): string {
  const parts = Array.from({ length: sheets }, (_, i) => override(sheetPath(i), 'worksheet'));
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
