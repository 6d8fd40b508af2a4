import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { ReadEvaluationDeps } from '@solano/domain/desk';
import { PurchasePath, PurchaseTableQuery } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { attachment } from '../http/file-response.ts';
import type { Headers, HttpResponse } from '../http/response.ts';
import { spreadsheet } from '../http/spreadsheet-response.ts';
import { addressOf } from '../purchases/purchase-address.ts';
import { GET_TABLE } from './document.ts';
import type { TableLayout } from './table-rows.ts';

/** Rows that are written at once: no other request is served for these milliseconds. */
const ROWS_PER_PIECE = 500;

/** `GET /api/v0/user/<user>/purchase/<id>/table`. */
export function tableEndpoint(deps: ReadEvaluationDeps): Endpoint {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    query: PurchaseTableQuery,
    async handle({ caller, params, query }) {
      const address = addressOf(caller, params);
      // The modules are loaded only if they are needed.
      const { purchaseTable } = await import('@solano/domain/desk/summary');
      const { layoutOf } = await import('./table-rows.ts');
      const layout = layoutOf(await purchaseTable(deps, address, query), query.explain);
      const name = `purchase-${address.id}`;
      if (query.format === 'csv') {
        const headers = attachment(`${name}.csv`);
        return streamed('text/csv; charset=utf-8', csvOf(layout), headers);
      }
      if (query.format === 'json')
        return streamed('application/json; charset=utf-8', jsonOf(layout));
      const { columns, cells } = layout;
      return spreadsheet(`${name}.xlsx`, { name: 'Purchase', columns, rows: cells() });
    },
    metadata: GET_TABLE,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchase/:purchase_id/table'],
    unauthenticated: 403,
    methods: { get },
  });
}

function* csvOf({ columns, cells }: TableLayout): Generator<string> {
  yield `${columns.map(({ header }) => header).join(';')}\n`;
  for (const row of cells()) yield `${row.map((cell) => cell ?? '').join(';')}\n`;
}

function* jsonOf({ objects }: TableLayout): Generator<string> {
  let separator = '[';
  for (const row of objects()) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function streamed(type: string, texts: Iterable<string>, headers: Headers = {}): HttpResponse {
  return {
    headers,
    async send(res) {
      res.set('Content-Type', type);
      // The same handler serves HEAD.
      if (res.req.method === 'HEAD') res.end();
      else await pipeline(Readable.from(inPieces(texts)), res);
    },
  };
}

async function* inPieces(texts: Iterable<string>): AsyncGenerator<Buffer> {
  let piece: string[] = [];
  for (const text of texts) {
    if (piece.push(text) < ROWS_PER_PIECE) continue;
    yield Buffer.from(piece.join(''));
    piece = [];
    await setImmediate();
  }
  yield Buffer.from(piece.join(''));
}
