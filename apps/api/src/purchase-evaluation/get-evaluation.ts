import type { EvaluationView, ModelFigures, ReadEvaluationDeps } from '@solano/domain';
import { readEvaluation } from '@solano/domain';
import { PurchasePath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { addressOf } from '../purchases/purchase-address.ts';
import { GET_EVALUATION } from './document.ts';

/** `GET /api/v0/user/<user>/purchase/<id>/evaluation`. */
export function purchaseEvaluationEndpoint(deps: ReadEvaluationDeps): Endpoint {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    handle: async ({ caller, params }) =>
      json(evaluationJson(await readEvaluation(deps, addressOf(caller, params)))),
    metadata: GET_EVALUATION,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchase/:purchase_id/evaluation'],
    unauthenticated: 403,
    methods: { get },
  });
}

function evaluationJson({ models, inputs, placeBy, cancelled }: EvaluationView): object {
  const { markets, historyDays, settings, software } = inputs;
  return {
    currency: 'EUR',
    reference_idmodel: 1,
    models: models.map(modelJson),
    inputs: {
      markets: markets.map(({ market, generatedAt, origin, digest, source }) => {
        return { market, generated_at: generatedAt, origin, digest, source };
      }),
      history_days: historyDays,
      settings,
      software,
    },
    place_by: placeBy,
    cancelled,
  };
}

function modelJson({ idmodel, mwh, missing, realised, ...figures }: ModelFigures): object {
  return {
    idmodel,
    expected_cost: figures.expectedCost,
    eur_per_mwh: figures.eurPerMwh,
    saved: figures.saved,
    saved_percent: figures.savedPercent,
    worst_decile_cost: figures.worstDecileCost,
    mwh,
    missing,
    realised: realised && {
      cost: realised.cost,
      saved: realised.saved,
      foresight_saved: realised.foresightSaved,
      share_of_foresight: realised.shareOfForesight,
    },
  };
}
