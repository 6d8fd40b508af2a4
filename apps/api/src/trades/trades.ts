import {
  type BoughtDeps,
  executedTrades,
  recordTrades,
  type SentTrades,
  type TradeStore,
  type TradeUploadDeps,
  uploadTrades,
} from '@solano/domain/desk';
import type { Caller } from '@solano/domain/service';
import {
  PortfolioPath,
  PortfolioQuery,
  PortfolioUploadsQuery,
  TradeDifferencesQuery,
  TradesQuery,
  TradeUploadPath,
  tradeReadingJson,
} from '@solano/schemas';
import { receiveForm } from '../body/upload-form.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { type HttpResponse, json } from '../http/response.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import {
  type FileRequest,
  type FileRoutesDeps,
  fileQueue,
  REPEATED,
  receiveValues,
  respondToRemoval,
  respondWithFile,
  respondWithUploads,
} from '../uploads/file-uploads.ts';
import { TRADES as DOCUMENT } from './document.ts';
import { respondWithTrades } from './periods.ts';
import { readTradeForm } from './trade-form.ts';
import type { readTradeFile } from './trade-text.ts';
import type { readTradeValues } from './values.ts';

const FILE: Reader<typeof readTradeFile> = {
  script: new URL('./trade-text.ts', import.meta.url),
  name: 'readTradeFile',
  isOfFiles: true,
};

const VALUES: Reader<typeof readTradeValues> = {
  script: new URL('./values.ts', import.meta.url),
  name: 'readTradeValues',
};

interface TradeRoutesDeps extends TradeUploadDeps, FileRoutesDeps, BoughtDeps {
  readonly trades: Pick<TradeStore, 'record' | 'executed'>;
  readonly read: Read;
}

interface PortfolioRequest {
  readonly params: { readonly user: string };
  readonly query: { readonly retailer_id: string };
}

function portfolioOf({ params, query }: PortfolioRequest) {
  return { kind: 'trades', user: params.user, retailer: query.retailer_id } as const;
}

/** The executed trades of portfolios: files, values of programs, lists, uploads. */
export function tradeEndpoints(deps: TradeRoutesDeps): Endpoint[] {
  const queue = fileQueue();
  const files = operation({
    scopes: ['purchases'],
    params: PortfolioPath,
    query: PortfolioQuery,
    receive: async (req, res, caller: Caller) =>
      readTradeForm(await receiveForm(deps.seriesBodies, req, res, caller)),
    handle: (input) => respondToFile(deps, queue, input, portfolioOf(input), input.body),
    metadata: DOCUMENT.files,
  });
  const values = operation({
    scopes: ['purchases'],
    params: PortfolioPath,
    query: PortfolioQuery,
    receive: receiveValues(deps),
    async handle(input) {
      const { caller, body: bytes } = input;
      const trades = await deps.read(VALUES, bytes, readerRequest(caller, bytes));
      const { id } = caller.customer;
      const source = auditSource(input);
      const recorded = await recordTrades(deps, source, id, portfolioOf(input), trades);
      return json(recorded, { status: 201 });
    },
    metadata: DOCUMENT.values,
  });
  const list = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: TradesQuery,
    async handle(input) {
      const { from, to, session, as_of: asOf, format } = input.query;
      const query = { from, to, session, asOf: asOf === undefined ? undefined : new Date(asOf) };
      const { id } = input.caller.customer;
      const days = executedTrades(deps.trades, id, portfolioOf(input), query);
      return respondWithTrades(days, format);
    },
    metadata: DOCUMENT.list,
  });
  const differences = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: TradeDifferencesQuery,
    async handle({ caller, params: { user }, query: { retailer_id: retailer, from, to } }) {
      const portfolio = { user, retailer };
      const query = { customerId: caller.customer.id, portfolio, from, to };
      // The module is loaded only if it is needed.
      const { tradeDifferences } = await import('@solano/domain/desk/deviation');
      return json(await tradeDifferences(deps, query));
    },
    metadata: DOCUMENT.differences,
  });
  const uploads = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: PortfolioUploadsQuery,
    handle: (input) => respondWithUploads(deps, input, portfolioOf(input), input.query),
    metadata: DOCUMENT.uploads,
  });
  const file = operation({
    scopes: ['read', 'purchases'],
    params: TradeUploadPath,
    query: PortfolioQuery,
    handle: (input) => respondWithFile(deps, input, portfolioOf(input), input.params.id),
    metadata: DOCUMENT.file,
  });
  const removal = operation({
    scopes: ['purchases'],
    params: TradeUploadPath,
    query: PortfolioQuery,
    handle: (input) => respondToRemoval(deps, input, portfolioOf(input), input.params.id),
    metadata: DOCUMENT.removal,
  });

  const path = '/api/v0/user/:user/trades';
  return [
    endpoint({ paths: [`${path}/files`], methods: { post: files } }),
    endpoint({ paths: [`${path}/differences`], methods: { get: differences } }),
    endpoint({ paths: [`${path}/uploads`], methods: { get: uploads } }),
    endpoint({ paths: [`${path}/uploads/:id/file`], methods: { get: file } }),
    endpoint({ paths: [`${path}/uploads/:id`], methods: { delete: removal } }),
    endpoint({ paths: [path], methods: { get: list, post: values } }),
  ];
}

/** Responds to a file: reads it in a thread, and records its trades. */
async function respondToFile(
  deps: TradeRoutesDeps,
  queue: FairQueue,
  input: FileRequest,
  portfolio: ReturnType<typeof portfolioOf>,
  file: SentTrades,
): Promise<HttpResponse> {
  const { caller } = input;
  const { customer } = caller;
  const source = auditSource(input);
  const readFile = (content: Uint8Array, options: SentTrades['options']) =>
    deps.read(FILE, { content, options }, readerRequest(caller, content));
  const outcome = await queue.run(customer.id, () =>
    uploadTrades({ ...deps, readFile }, source, customer, portfolio, file),
  );
  if (outcome.kind === 'read') {
    return json(tradeReadingJson(outcome.reading), { status: file.isDryRun ? 200 : 400 });
  }
  const { id, rows, series: sessions, from, to } = outcome.upload;
  const recorded = { id, rows, sessions, from, to };
  if (outcome.kind === 'repeated') return json({ ...recorded, message: REPEATED });
  return json({ ...recorded, replaced: outcome.replaced }, { status: 201 });
}
