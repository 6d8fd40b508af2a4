import type { PurchaseStore } from '@solano/domain/desk';
import type { DayBids, OmieRow } from '@solano/domain/desk/bids';
import { type BidsJson, PurchaseBidsQuery, PurchasePath } from '@solano/schemas';
import type { CellValue, Sheet, SheetColumn } from '@solano/spreadsheet';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { csvTable, spreadsheet } from '../http/spreadsheet-response.ts';
import { addressOf } from '../purchases/purchase-address.ts';
import { GET_BIDS } from './document.ts';

/** `GET /api/v0/user/<user>/purchase/<id>/bids`. */
export function bidsEndpoint(deps: { readonly purchases: PurchaseStore }): Endpoint {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    query: PurchaseBidsQuery,
    async handle({ caller, params, query: { idmodel, format } }) {
      const address = addressOf(caller, params);
      // Loaded on demand: few requests need it.
      const { omieRows, purchaseBids } = await import('@solano/domain/desk/bids');
      const days = await purchaseBids(deps, address, idmodel);
      if (format === 'json') return json(bidsJson(days));
      const name = `bids-${address.id}.${format}`;
      const sheet: Sheet = { name: 'Bids', columns: COLUMNS, rows: cellsOf(omieRows(days)) };
      return format === 'csv' ? csvTable(name, sheet) : spreadsheet(name, sheet);
    },
    metadata: GET_BIDS,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchase/:purchase_id/bids'],
    unauthenticated: 403,
    methods: { get },
  });
}

function bidsJson(days: readonly DayBids[]): BidsJson {
  return {
    sessions: days.map(({ session, closesAt, periods }) => ({
      session,
      closes_at: closesAt.toISOString(),
      periods: periods.map(({ item, steps }) => ({
        datetime: item.label,
        steps: steps.map(({ price, mw }) => ({
          price: price === null ? null : price.toFixed(2),
          mw,
        })),
      })),
    })),
  };
}

const COLUMNS: readonly SheetColumn[] = [
  { header: 'session', type: 'text' },
  { header: 'omie_session', type: 'number', decimals: 0 },
  { header: 'date', type: 'text' },
  { header: 'omie_period', type: 'number', decimals: 0 },
  { header: 'datetime', type: 'datetime' },
  { header: 'side', type: 'text' },
  { header: 'step', type: 'number', decimals: 0 },
  { header: 'price', type: 'number', decimals: 2 },
  { header: 'mw', type: 'number', decimals: 3 },
  { header: 'period_mw', type: 'number', decimals: 3 },
];

function* cellsOf(rows: Iterable<OmieRow>): Generator<readonly CellValue[]> {
  for (const row of rows) {
    const { session, auction, date, period, label, side, step, price, mw, periodMw } = row;
    yield [session, auction, date, period, label, side, step, price, mw, periodMw];
  }
}
