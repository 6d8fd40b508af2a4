import type { ReadEvaluationDeps, RefreshDeps } from '@solano/domain/desk';
import type { RecommendationDeps } from '@solano/domain/desk/recommendation';
import { evaluationJson, PurchasePath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { addressOf } from '../purchases/purchase-address.ts';
import { GET_EVALUATION } from './document.ts';

/** `GET /api/v0/user/<user>/purchase/<id>/evaluation`. */
export function purchaseEvaluationEndpoint(
  deps: ReadEvaluationDeps & RefreshDeps & RecommendationDeps,
): Endpoint {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    async handle({ caller, params }) {
      const address = addressOf(caller, params);
      // The modules are loaded only if they are needed.
      const { readEvaluation } = await import('@solano/domain/desk/summary');
      const worth = await readEvaluation(deps, address);
      const { readRecommendation } = await import('@solano/domain/desk/recommendation');
      const on = worth.models.map(({ idmodel }) => idmodel);
      const { historyDays } = worth.inputs;
      const recommended = await readRecommendation(deps, address, { on, historyDays });
      const { restsOn, executed, forecast } = worth;
      return json({ ...evaluationJson(worth, forecast), rests_on: restsOn, executed, recommended });
    },
    metadata: GET_EVALUATION,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchase/:purchase_id/evaluation'],
    unauthenticated: 403,
    methods: { get },
  });
}
