import type { Clock } from '@solano/domain/kernel';
import {
  CachedFreshness,
  type MarketDataStore,
  marketStates,
  type PriceStore,
} from '@solano/domain/market';
import { marketStateJson } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { MARKETS_STATE } from './document.ts';

interface MarketsDeps {
  readonly market: MarketDataStore;
  readonly prices: PriceStore;
  readonly clock: Clock;
}

/** `GET /api/v0/markets/`. */
export function marketsEndpoint({ market, prices, clock }: MarketsDeps): Endpoint {
  const cached = new CachedFreshness();
  const get = operation({
    scopes: ['prices'],
    permission: 'prices',
    async handle({ caller }) {
      const visible = cached.of(prices.seenBy(caller.customer.id));
      const markets = await marketStates({ market, prices: visible, clock });
      return json(markets.map(marketStateJson));
    },
    metadata: MARKETS_STATE,
  });

  return endpoint({
    paths: ['/api/v0/markets'],
    failure: { detail: 'Failed to retrieve the state of the markets.' },
    methods: { get },
  });
}
