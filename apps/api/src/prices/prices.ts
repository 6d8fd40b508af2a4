import { SolanoError } from '@solano/domain/kernel';
import type { PriceStore } from '@solano/domain/market';
import { PricesPath, PricesQuery } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { attachment } from '../http/file-response.ts';
import type { Headers } from '../http/response.ts';
import { unlessUnchanged } from '../http/validators.ts';
import { acceptedFormat, VARY } from './accept.ts';
import { PRICES } from './document.ts';
import { type RenderedPrediction, RenderedPredictions } from './rendered-predictions.ts';

export interface PricesDeps {
  readonly prices: PriceStore;
}

/** `GET /api/v0/prices/<region>/<market>`. */
export function pricesEndpoint({ prices }: PricesDeps): Endpoint {
  const predictions = new RenderedPredictions();

  const get = operation({
    scopes: ['prices'],
    permission: 'prices',
    params: PricesPath,
    query: PricesQuery,
    rejectionHeaders: async ({ caller, params: { market } }) => {
      const prediction = await predictions.newest(prices.seenBy(caller.customer.id), market);
      return { ...VARY, ...(prediction && generatedAt(prediction)) };
    },
    async handle({ caller, params: { market }, query, request }) {
      const seen = prices.seenBy(caller.customer.id);
      const read = () => seen.committedRevision(market);
      const revision = await read();
      const prediction = await predictions.at(revision, seen, market);
      const format = query.format ?? acceptedFormat(request, ['json', 'csv']);
      if (!prediction) throw new SolanoError('not_found', 'No price prediction available yet.');
      const { body, etag } = prediction[format];
      const validators = { etag, lastModified: prediction.generatedAt };
      const file = format === 'csv' ? attachment(`${market}.csv`) : {};
      const make = (headers: Headers) => ({ body, headers: { ...headers, ...file } });
      const response = await unlessUnchanged(request, validators, make, VARY);
      return { ...response, state: { revision, read } };
    },
    metadata: PRICES,
  });

  return endpoint({
    paths: ['/api/v0/prices/:region/:market'],
    failure: { detail: 'Failed to retrieve prices.' },
    messageKey: 'detail',
    hasExactMessages: true,
    methods: { get },
  });
}

/** Every response on a market with a prediction has the time of its generation. */
function generatedAt(prediction: RenderedPrediction): Record<string, string> {
  return { 'Last-Modified': prediction.generatedAt.toUTCString() };
}
