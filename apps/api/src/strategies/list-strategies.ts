import type { StrategyStore } from '@solano/domain';
import { listStrategies } from '@solano/domain';
import { StrategiesQuery, StrategyPath } from '@solano/schemas';
import type { Authenticate } from '../authentication/authentication.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { LIST_STRATEGIES } from './document.ts';

export interface ListStrategiesDeps {
  readonly strategies: StrategyStore;
  readonly authenticate: Authenticate;
}

/** `GET /api/v0/strategies/<user>?idretailer=<retailer>`. */
export function listStrategiesEndpoint({ strategies, authenticate }: ListStrategiesDeps): Endpoint {
  const list = operation({
    scopes: ['read', 'purchases'],
    params: StrategyPath,
    query: StrategiesQuery,
    handle: async ({ caller, params, query }) => {
      const owner = {
        customerId: caller.customer.id,
        user: params.user,
        retailer: query.idretailer,
      };
      const { models } = await listStrategies(strategies, owner);
      return json(models);
    },
    metadata: LIST_STRATEGIES,
  });
  return endpoint({
    paths: ['/api/v0/strategies', '/api/v0/strategies/{:user}'],
    failure: { error: 'Internal server error while retrieving strategies.' },
    authenticate,
    methods: { get: list },
  });
}
