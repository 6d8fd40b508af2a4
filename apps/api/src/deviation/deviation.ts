import { setImmediate } from 'node:timers/promises';
import {
  type DeviationDeps,
  type DeviationGroup,
  type DeviationRow,
  type DeviationStore,
  groupDeviation,
  type PublishedDay,
} from '@solano/domain/desk';
import { requireFewDays } from '@solano/domain/kernel';
import {
  comparedJson,
  DeviationQuery,
  DeviationRevisionsQuery,
  deviationRevisionJson,
  deviationRowJson,
  PortfolioPath,
} from '@solano/schemas';
import type { CellValue, Sheet, SheetColumn } from '@solano/spreadsheet';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { type HttpResponse, json } from '../http/response.ts';
import { csvTable, spreadsheet } from '../http/spreadsheet-response.ts';
import { objectWithRows } from '../records/list.ts';
import { GET_DEVIATION, LIST_REVISIONS } from './document.ts';

/** `GET /api/v0/user/<user>/deviation` and `GET /api/v0/user/<user>/deviation/revisions`. */
export function deviationEndpoints(
  deps: DeviationDeps & { readonly deviations: Pick<DeviationStore, 'revisions'> },
): Endpoint[] {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: DeviationQuery,
    async handle({ caller, params: { user }, query }) {
      const { retailer_id: retailer, from, to, by = 'day', format } = query;
      const portfolio = { user, retailer };
      const { id: customerId } = caller.customer;
      // Loaded on demand: few requests need it.
      const { readDeviation } = await import('@solano/domain/desk/deviation');
      const compared = await readDeviation(deps, { customerId, portfolio, from, to });
      const rows = inPieces(groupDeviation(compared.periods, by));
      if (format !== 'json') return table(format, by, rows);
      return objectWithRows(comparedJson(compared), rows, deviationRowJson);
    },
    metadata: GET_DEVIATION,
  });

  const revisions = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: DeviationRevisionsQuery,
    async handle({ caller, params: { user }, query: { retailer_id: retailer, from, to } }) {
      const { MAX_DEVIATION_DAYS } = await import('@solano/domain/desk/deviation');
      requireFewDays({ from, to }, MAX_DEVIATION_DAYS);
      const { id } = caller.customer;
      const days = await deps.deviations.revisions(id, { user, retailer }, from, to);
      return json(revisionsJson(days));
    },
    metadata: LIST_REVISIONS,
  });

  const path = '/api/v0/user/:user/deviation';
  return [
    endpoint({ paths: [path], methods: { get } }),
    endpoint({ paths: [`${path}/revisions`], methods: { get: revisions } }),
  ];
}

/** @param days every revision of each day, in their order. */
function revisionsJson(days: readonly PublishedDay[]): object[] {
  return days.flatMap((each, i) => {
    const before = days[i - 1];
    return before?.day === each.day ? deviationRevisionJson(before, each) : [];
  });
}

/** Rows that are written at once: other requests are served in between. */
const PIECE = 500;

async function* inPieces(rows: readonly DeviationRow[]): AsyncGenerator<DeviationRow> {
  for (const [i, row] of rows.entries()) {
    if (i > 0 && i % PIECE === 0) await setImmediate();
    yield row;
  }
}

const KEYS: Readonly<Record<DeviationGroup, readonly SheetColumn[]>> = {
  period: timeColumns(),
  hour: timeColumns(),
  day: [{ header: 'day', type: 'text' }],
  month: [{ header: 'month', type: 'text' }],
  hour_of_day: [{ header: 'hour', type: 'number', decimals: 0 }],
  weekday: [{ header: 'weekday', type: 'number', decimals: 0 }],
};

function timeColumns(): SheetColumn[] {
  return [
    { header: 'start_utc', type: 'instant', width: 18 },
    { header: 'end_utc', type: 'instant', width: 18 },
    { header: 'datetime', type: 'datetime', width: 18 },
  ];
}

const number = (header: string, decimals: number): SheetColumn => {
  return { header, type: 'number', decimals };
};
const FIGURES = [
  ...['bought_mwh', 'measured_mwh', 'short_mwh', 'long_mwh'].map((name) => number(name, 3)),
  ...['market_cost', 'deviation_cost', 'cost_over_day_ahead'].map((name) => number(name, 2)),
];
const CAUSES = ['volume_short', 'volume_long', 'correction', 'market_choice'].map((name) =>
  number(name, 2),
);

/** The rows as a file for spreadsheets, the causes in columns of their own. */
function table(
  format: 'csv' | 'xlsx',
  by: DeviationGroup,
  rows: AsyncIterable<DeviationRow>,
): HttpResponse {
  const hasCauses = by === 'hour_of_day' || by === 'weekday';
  const columns = [...KEYS[by], ...FIGURES, ...(hasCauses ? CAUSES : [])];
  const sheet: Sheet = { name: 'deviation', columns, rows: cellsOf(rows, columns) };
  return format === 'csv' ? csvTable('deviation.csv', sheet) : spreadsheet('deviation.xlsx', sheet);
}

async function* cellsOf(
  rows: AsyncIterable<DeviationRow>,
  columns: readonly SheetColumn[],
): AsyncGenerator<readonly CellValue[]> {
  for await (const row of rows) {
    const { causes, ...values } = { causes: undefined, ...deviationRowJson(row) };
    const cells: Readonly<Record<string, string | number>> = { ...values, ...causes };
    yield columns.map(({ header }) => cells[header] ?? null);
  }
}
