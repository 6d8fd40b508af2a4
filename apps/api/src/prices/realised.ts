import { type MarketDataStore, type RealisedRange, realisedRange } from '@solano/domain/market';
import { PricesPath, RealisedQuery } from '@solano/schemas';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { attachment } from '../http/file-response.ts';
import { content, json } from '../http/response.ts';
import { parquet, spreadsheet } from '../http/spreadsheet-response.ts';
import { TYPES } from './accept.ts';
import { REALISED } from './document.ts';
import type { PricesDeps } from './prices.ts';

interface RealisedDeps extends PricesDeps {
  readonly market: MarketDataStore;
}

/** `GET /api/v0/prices/<region>/<market>/realised`. */
export function realisedEndpoint({ prices, market: store }: RealisedDeps): Endpoint {
  const get = operation({
    scopes: ['prices'],
    permission: 'prices',
    params: PricesPath,
    query: RealisedQuery,
    async handle({ caller, params: { market }, query: { from, to, format } }) {
      const deps = { market: store, prices: prices.seenBy(caller.customer.id) };
      const range = await realisedRange(deps, market, from, to);
      if (format === 'json') return json(documentOf(range));
      if (format === 'csv') {
        const headers = attachment(`${market}_realised.csv`);
        return content(TYPES.csv, csvOf(range), { headers });
      }
      const sheet = { name: market, columns: COLUMNS, rows: cellsOf(range) };
      if (format === 'parquet') return parquet(`${market}_realised.parquet`, sheet);
      return spreadsheet(`${market}_realised.xlsx`, sheet);
    },
    metadata: REALISED,
  });

  return endpoint({
    paths: ['/api/v0/prices/:region/:market/realised'],
    failure: { detail: 'Failed to retrieve prices.' },
    methods: { get },
  });
}

const COLUMNS: Sheet['columns'] = [
  { header: 'datetime', type: 'datetime', width: 18 },
  { header: 'end_utc', type: 'instant', width: 18 },
  { header: 'price', type: 'number', decimals: 3 },
];

function cellsOf({ rows, ends }: RealisedRange): CellValue[][] {
  return rows.map(({ datetime, price }, i) => {
    const end = new Date(ends[i] as number).toISOString();
    return [datetime, `${end.slice(0, 19)}Z`, price];
  });
}

function documentOf({ rows, days }: RealisedRange) {
  return {
    rows,
    days: days.map(({ day, source, revision, status }) => ({ day, source, revision, status })),
  };
}

function csvOf({ rows }: RealisedRange): string {
  const lines = rows.map(({ datetime, price }) => `${datetime};${price}`);
  return `${['datetime;price', ...lines].join('\n')}\n`;
}
