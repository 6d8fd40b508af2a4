import type { Clock, MarketDataStore, MarketFreshness, PriceStore } from '@solano/domain';
import { marketFreshness } from '@solano/domain';
import type { Authenticate } from '../authentication/authentication.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { MARKETS_STATE } from './state-document.ts';

export interface MarketsDeps {
  readonly market: MarketDataStore;
  readonly prices: PriceStore;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
}

/** `GET /api/v0/markets/`. */
export function marketsEndpoint({ market, prices, clock, authenticate }: MarketsDeps): Endpoint {
  const get = operation({
    scopes: ['prices'],
    permission: 'prices',
    async handle({ caller }) {
      const seen = prices.seenBy(caller.customer.id);
      const markets = await marketFreshness({ market, prices: seen, clock });
      return json(markets.map(toJson));
    },
    metadata: MARKETS_STATE,
  });

  return endpoint({
    paths: ['/api/v0/markets'],
    unauthenticated: 401,
    failure: { detail: 'Failed to retrieve the state of the markets.' },
    messageKey: 'detail',
    authenticate,
    methods: { get },
  });
}

function toJson(each: MarketFreshness) {
  return {
    region: each.region,
    market: each.market,
    session: each.session,
    newest_realised_day: each.newestRealisedDay,
    newest_realised_at: each.newestRealisedAt,
    source: each.source,
    revision: each.revision,
    expected_at: each.expectedAt,
    late_by_seconds: each.lateBySeconds,
    missing_days: each.missingDays,
    cancelled_days: each.cancelledDays,
    held_days: each.heldDays,
    newest_prediction_at: each.newestPredictionAt,
    prediction_inputs_until: each.predictionInputsUntil,
  };
}
