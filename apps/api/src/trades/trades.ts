import { hash } from 'node:crypto';
import {
  type BoughtDeps,
  executedTrades,
  recordTrades,
  type SentTrades,
  type TradeFileDeps,
  type TradeStore,
  type TradeUploadDeps,
  uploadTrades,
} from '@solano/domain/desk';
import {
  PortfolioPath,
  PortfolioQuery,
  TradeDifferencesQuery,
  TradeFileForm,
  TradesQuery,
  tradeReadingJson,
} from '@solano/schemas';
import { filledMembers, type UploadForm } from '../body/form.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readFields } from '../endpoint/input.ts';
import { json } from '../http/response.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { fileEndpoints } from '../uploads/file-endpoints.ts';
import {
  listedJson,
  OF_PORTFOLIO,
  ofPortfolio,
  type PeriodFileEndpointDeps,
  periodFiles,
  receiveValues,
  recordedJson,
} from '../uploads/period-files.ts';
import { TRADES as DOCUMENT } from './document.ts';
import { respondWithTrades } from './periods.ts';
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

const portfolioOf = ofPortfolio('trades');

interface TradeRoutesDeps extends TradeUploadDeps, PeriodFileEndpointDeps, BoughtDeps {
  readonly objects: PeriodFileEndpointDeps['objects'];
  readonly trades: Pick<TradeStore, 'record' | 'executed'>;
  readonly read: Read;
}

/** The executed trades of portfolios: files, values of programs, lists, uploads. */
export function tradeEndpoints(deps: TradeRoutesDeps): Endpoint[] {
  const path = '/api/v0/user/:user/trades';
  const files = fileEndpoints(deps, {
    ...periodFiles(deps, portfolioOf),
    name: 'trades',
    path,
    scope: 'purchases',
    parameters: OF_PORTFOLIO,
    metadata: DOCUMENT,
    readForm: readTradeForm,
    upload(delivery, input) {
      const readFile: TradeFileDeps['readFile'] = (content, options) =>
        deps.read(FILE, { content, options }, readerRequest(input.caller, content));
      return uploadTrades({ ...deps, readFile }, { ...delivery, portfolio: portfolioOf(input) });
    },
    json: { reading: tradeReadingJson, recorded: recordedJson, listed: listedJson },
  });
  const values = operation({
    scopes: ['purchases'],
    params: PortfolioPath,
    query: PortfolioQuery,
    receive: receiveValues(deps),
    async handle(input) {
      const { caller, body: bytes } = input;
      const trades = await deps.read(VALUES, bytes, readerRequest(caller, bytes));
      const { id: customerId } = caller.customer;
      const source = auditSource(input);
      const sent = { source, customerId, portfolio: portfolioOf(input), trades };
      const recorded = await recordTrades(deps, sent);
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
      // Loaded on demand: few requests need it.
      const { tradeDifferences } = await import('@solano/domain/desk/deviation');
      return json(await tradeDifferences(deps, query));
    },
    metadata: DOCUMENT.differences,
  });
  return [
    ...files,
    endpoint({ paths: [`${path}/differences`], methods: { get: differences } }),
    endpoint({ paths: [path], methods: { get: list, post: values } }),
  ];
}

/** Reads the form of a file of executed trades. Errors: `invalid_fields` naming each field that is bad. */
function readTradeForm(form: UploadForm): SentTrades {
  const fields = readFields(TradeFileForm, filledMembers(form));
  const { file, dry_run: isDryRun = false, date_form: dateForm, ...options } = fields;
  const { name, content } = file;
  return {
    name,
    content,
    digest: hash('sha256', content),
    isDryRun,
    options: { ...options, dateForm },
  };
}
