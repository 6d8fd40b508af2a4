import type { PriceStore } from '@solano/domain';
import { findMarket, requirePermission, SolanoError } from '@solano/domain';
import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoint.ts';
import { saveAs } from '../http/file-answer.ts';
import { pathText, queryNames, queryTexts } from '../http/query.ts';
import { customerOf, stateOf } from '../http/state.ts';
import { isKnown } from '../http/validators.ts';
import { preferredType } from './accept.ts';
import { PRICES } from './document.ts';
import { PriceSheets } from './price-sheets.ts';

export interface PricesDeps {
  readonly prices: PriceStore;
  readonly identify: RequestHandler;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';

/** `GET /api/v0/prices/<region>/<market>`. */
export function pricesEndpoint(deps: PricesDeps): Endpoint {
  const sheets = new PriceSheets();

  const get: RequestHandler = async (req, res) => {
    const customer = customerOf(res);
    requirePermission(customer, 'prices');
    const market = findMarket(pathText(req, 'region'), pathText(req, 'market'));
    if (!market) throw new SolanoError('not_found', 'Not found.');
    const sheet = await sheets.newest(deps.prices.seenBy(customer.id), market);
    if (sheet) stateOf(res).lastModified = sheet.generatedAt;
    res.vary('Accept');
    const format = formatOf(req);
    if (!sheet) throw new SolanoError('not_found', 'No price prediction available yet.');
    const { body, etag } = sheet[format];
    if (isKnown(req, res, { etag, lastModified: sheet.generatedAt })) return;
    if (format === 'csv') saveAs(res, `${market}.csv`);
    // The type with its character set: express would add none to bytes.
    res.set('Content-Type', format === 'csv' ? CSV : JSON_TYPE).send(body);
  };

  return {
    paths: ['/api/v0/prices/:region/:market'],
    unauthenticated: 401,
    failure: { detail: 'Failed to retrieve prices.' },
    messageKey: 'detail',
    identify: deps.identify,
    methods: { get: { scopes: ['prices'], handle: get, about: PRICES } },
  };
}

/** What the answer is to be written in. Errors: `invalid_request`, `not_acceptable`. */
function formatOf(req: Request): 'json' | 'csv' {
  const unknown = queryNames(req).filter((name) => name !== 'format');
  if (unknown.length > 0) {
    throw new SolanoError('invalid_request', `Unknown query parameters: ${unknown.join(', ')}.`);
  }
  return requestedFormat(req) ?? acceptedFormat(req);
}

function requestedFormat(req: Request): 'json' | 'csv' | undefined {
  const formats = queryTexts(req, 'format');
  if (!formats) return undefined;
  const [format] = formats;
  if (formats.length === 1 && (format === 'json' || format === 'csv')) return format;
  const message = `Unsupported format: ${formats.join(', ')}. Use json or csv.`;
  throw new SolanoError('invalid_request', message);
}

function acceptedFormat(req: Request): 'json' | 'csv' {
  const type = preferredType(req.headers.accept, ['application/json', 'text/csv']);
  if (type) return type === 'text/csv' ? 'csv' : 'json';
  throw new SolanoError('not_acceptable', 'Could not satisfy the request Accept header.');
}
