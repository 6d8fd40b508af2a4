import type { Explanation } from '@solano/domain/desk';
import type { PurchaseTableRow, purchaseTable } from '@solano/domain/desk/summary';
import { SESSIONS } from '@solano/domain/market';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';

/** A table in each of its output forms; its rows are made as they are read, once. */
export interface TableLayout {
  readonly columns: readonly SheetColumn[];
  readonly cells: () => Iterable<readonly CellValue[]>;
  readonly objects: () => Iterable<object>;
}

type Table = Awaited<ReturnType<typeof purchaseTable>>;

/** A column with the value of a row: numbers as text, so that trailing zeros stay. */
interface Field extends SheetColumn {
  readonly value: (row: PurchaseTableRow) => CellValue;
  /** The value in JSON, if different. */
  readonly json?: (row: PurchaseTableRow) => unknown;
}

export function layoutOf({ sessions, rows }: Table, isExplained: boolean): TableLayout {
  const fields = [
    ...ITEM,
    ...sessions.flatMap(sessionFields),
    ...(isExplained ? explanationFields() : []),
  ];
  return {
    columns: fields.map(({ header, type, decimals }) => {
      return { header, type, ...(decimals !== undefined && { decimals }) };
    }),
    *cells() {
      for (const row of rows) yield fields.map(({ value }) => value(row));
    },
    *objects() {
      for (const row of rows) {
        const members = fields.map(({ header, value, json = value }) => [header, json(row)]);
        yield Object.fromEntries(members) as object;
      }
    },
  };
}

const ITEM: readonly Field[] = [
  { header: 'idmodel', type: 'number', value: ({ idmodel }) => idmodel },
  { header: 'start_utc', type: 'datetime', value: ({ start }) => utc(start) },
  { header: 'end_utc', type: 'datetime', value: ({ end }) => utc(end) },
  { header: 'datetime', type: 'datetime', value: ({ label }) => label },
  megawatts('mw', (row) => row.megawatts),
];

function sessionFields(session: string, index: number): Field[] {
  const cells = ({ sessions }: PurchaseTableRow) => sessions[index];
  return [
    {
      header: `${session}_price`,
      type: 'number',
      decimals: 3,
      value: (row) => cells(row)?.price ?? null,
    },
    megawatts(`${session}_buy_mw`, (row) => cells(row)?.buy ?? '0.000'),
    megawatts(`${session}_sell_mw`, (row) => cells(row)?.sell ?? '0.000'),
  ];
}

/** MW are numbers in JSON. */
function megawatts(header: string, value: (row: PurchaseTableRow) => string): Field {
  return { header, type: 'number', decimals: 3, value, json: (row) => Number(value(row)) };
}

function explanationFields(): Field[] {
  const of = (row: PurchaseTableRow) => row.explanation as Explanation;
  const spreads = SESSIONS.slice(1).map(({ session }): Field => {
    const value = (row: PurchaseTableRow) => of(row).spreads[session];
    return { header: `${session}_spread`, type: 'number', decimals: 3, value };
  });
  return [
    ...spreads,
    {
      header: 'binds',
      type: 'text',
      value: (row) => of(row).binds.join(', '),
      json: (row) => of(row).binds,
    },
    { header: 'cost', type: 'number', decimals: 2, value: (row) => of(row).cost },
    { header: 'next_choice', type: 'text', value: (row) => of(row).next?.session ?? null },
    {
      header: 'next_choice_cost',
      type: 'number',
      decimals: 2,
      value: (row) => of(row).next?.cost ?? null,
    },
  ];
}

/** `2026-11-22T10:00:00Z` */
function utc(instant: Date): string {
  return instant.toISOString().replace('.000', '');
}
