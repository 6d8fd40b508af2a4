import {
  IMBALANCE_SERIES,
  type ImbalancePriceStore,
  type ImbalanceRange,
  imbalanceRange,
} from '@solano/domain/market';
import { RealisedQuery } from '@solano/schemas';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { attachment } from '../http/file-response.ts';
import { content, json } from '../http/response.ts';
import { parquet, spreadsheet } from '../http/spreadsheet-response.ts';
import { TYPES } from './accept.ts';
import { IMBALANCE } from './document.ts';

interface ImbalanceDeps {
  readonly imbalance: Pick<ImbalancePriceStore, 'seenBy'>;
}

/** `GET /api/v0/prices/spain/imbalance_spain/realised`. */
export function imbalanceEndpoint({ imbalance }: ImbalanceDeps): Endpoint {
  const get = operation({
    scopes: ['prices'],
    permission: 'prices',
    query: RealisedQuery,
    async handle({ caller, query: { from, to, format } }) {
      const range = await imbalanceRange(imbalance.seenBy(caller.customer.id), from, to);
      if (format === 'json') return json({ rows: range.rows, days: range.days });
      const name = `${IMBALANCE_SERIES}_realised`;
      if (format === 'csv') {
        return content(TYPES.csv, csvOf(range), { headers: attachment(`${name}.csv`) });
      }
      const sheet = { name: IMBALANCE_SERIES, columns: COLUMNS, rows: cellsOf(range) };
      if (format === 'parquet') return parquet(`${name}.parquet`, sheet);
      return spreadsheet(`${name}.xlsx`, sheet);
    },
    metadata: IMBALANCE,
  });

  return endpoint({
    paths: [`/api/v0/prices/spain/${IMBALANCE_SERIES}/realised`],
    failure: { detail: 'Failed to retrieve prices.' },
    methods: { get },
  });
}

const COLUMNS: Sheet['columns'] = [
  { header: 'datetime', type: 'datetime', width: 18 },
  { header: 'end_utc', type: 'instant', width: 18 },
  { header: 'short', type: 'number', decimals: 3 },
  { header: 'long', type: 'number', decimals: 3 },
];

function cellsOf({ rows, ends }: ImbalanceRange): CellValue[][] {
  return rows.map(({ datetime, short, long }, i) => {
    const end = new Date(ends[i] as number).toISOString();
    return [datetime, `${end.slice(0, 19)}Z`, short, long];
  });
}

function csvOf({ rows }: ImbalanceRange): string {
  const lines = rows.map(({ datetime, short, long }) => `${datetime};${short};${long}`);
  return `${['datetime;short;long', ...lines].join('\n')}\n`;
}
