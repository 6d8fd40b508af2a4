import type { StrategyStore } from '@solano/domain';
import { listStrategies, requireText } from '@solano/domain';
import type { RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoint.ts';
import { pathText, queryText } from '../http/query.ts';
import { customerOf } from '../http/state.ts';
import { LIST_STRATEGIES } from './document.ts';

export interface ListStrategiesDeps {
  readonly strategies: StrategyStore;
  readonly identify: RequestHandler;
}

/** `GET /api/v0/strategies/<user>?idretailer=<retailer>`. */
export function listStrategiesEndpoint(deps: ListStrategiesDeps): Endpoint {
  const list: RequestHandler = async (req, res) => {
    const owner = {
      customerId: customerOf(res).id,
      user: requireText(pathText(req, 'user'), 'parameter: user'),
      // The messages name the parameter as the contract does.
      retailer: requireText(queryText(req, 'idretailer'), 'parameter: retailer_id'),
    };
    res.json(await listStrategies(deps.strategies, owner));
  };

  return {
    paths: ['/api/v0/strategies', '/api/v0/strategies/{:user}'],
    unauthenticated: 401,
    failure: { error: 'Internal server error while retrieving strategies.' },
    identify: deps.identify,
    methods: { get: { scopes: ['read', 'purchases'], handle: list, about: LIST_STRATEGIES } },
  };
}
