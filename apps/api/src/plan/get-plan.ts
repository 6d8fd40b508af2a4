import type { ReadPlanDeps } from '@solano/domain/desk/plan';
import { PurchasePath, planJson } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { addressOf } from '../purchases/purchase-address.ts';
import { GET_PLAN } from './document.ts';

/** `GET /api/v0/user/<user>/purchase/<id>/plan`. */
export function planEndpoint(deps: ReadPlanDeps): Endpoint {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    async handle({ caller, params }) {
      // Loaded on demand: few requests need it.
      const { readPlan } = await import('@solano/domain/desk/plan');
      return json(planJson(await readPlan(deps, addressOf(caller, params))));
    },
    metadata: GET_PLAN,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchase/:purchase_id/plan'],
    unauthenticated: 403,
    methods: { get },
  });
}
