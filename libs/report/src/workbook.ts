import type { ReportLanguage } from '@solano/domain/desk';
import type { MonthReport } from '@solano/domain/desk/report';
import { labelOf } from '@solano/domain/kernel';
import type { CellValue, Sheet, SheetColumn } from '@solano/spreadsheet';
import { Formats } from './format.ts';
import { type ReportTable, reportTables, type TableCell, type TableColumn } from './tables.ts';
import { fill, type Texts, textsOf } from './texts.ts';

const TEXT_WIDTH = 52;
const TIME_WIDTH = 18;

/** The tables of a report as sheets of a workbook; the first one says whose it is. */
export function reportSheets(report: MonthReport, language: ReportLanguage): Sheet[] {
  const t = textsOf(language);
  const formats = new Formats(language);
  const tables = reportTables(report, t);
  const { summary, ...others } = tables;
  const titled = { ...summary, rows: [...titleRows(report, t, formats), ...summary.rows] };
  return [titled, ...Object.values(others)].map((table) => sheetOf(table, formats));
}

function titleRows({ portfolio, month }: MonthReport, t: Texts, formats: Formats): TableCell[][] {
  return [
    [fill(t.title, { month: formats.month(month) }), null, null],
    [`${t.user}: ${portfolio.user}`, null, null],
    [`${t.retailer}: ${portfolio.retailer}`, null, null],
  ];
}

function sheetOf({ title, columns, rows }: ReportTable, formats: Formats): Sheet {
  return {
    name: title,
    isTable: true,
    columns: columns.map(sheetColumn),
    rows: rows.map((row) => {
      return row.map((cell, i) => cellValue(cell, columns[i] as TableColumn, formats));
    }),
  };
}

function sheetColumn({ header, kind, decimals }: TableColumn): SheetColumn {
  switch (kind) {
    case 'number':
      return { header, type: 'number', ...(decimals !== undefined && { decimals }) };
    case 'hour':
      return { header, type: 'number', decimals: 0 };
    case 'time':
      return { header: `${header} (Madrid)`, type: 'datetime', width: TIME_WIDTH };
    case 'text':
      return { header, type: 'text', width: TEXT_WIDTH };
    case 'day':
    case 'weekday':
      return { header, type: 'text' };
  }
}

function cellValue(cell: TableCell, { kind }: TableColumn, formats: Formats): CellValue {
  if (typeof cell !== 'number') return cell;
  if (kind === 'time') return labelOf(cell);
  return kind === 'weekday' ? formats.weekday(cell) : cell;
}
