import type { StrategyStore } from '@solano/domain';
import { listStrategies } from '@solano/domain';
import { StrategiesQuery, StrategyPath } from '@solano/schemas';
import type { Endpoint } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { LIST_STRATEGIES } from './document.ts';

interface ListStrategiesDeps {
  readonly strategies: StrategyStore;
}

/** `GET /api/v0/strategies/<user>?idretailer=<retailer>`. */
export function listStrategiesEndpoint({ strategies }: ListStrategiesDeps): Endpoint {
  const list = operation({
    scopes: ['read', 'purchases'],
    params: StrategyPath,
    query: StrategiesQuery,
    async handle({ caller, params: { user }, query: { idretailer: retailer } }) {
      const owner = { customerId: caller.customer.id, user, retailer };
      const { models } = await listStrategies(strategies, owner);
      return json(models);
    },
    metadata: LIST_STRATEGIES,
  });
  return endpoint({
    paths: ['/api/v0/strategies', '/api/v0/strategies/{:user}'],
    failure: { error: 'Internal server error while retrieving strategies.' },
    methods: { get: list },
  });
}
