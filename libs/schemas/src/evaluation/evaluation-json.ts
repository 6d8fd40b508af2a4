import type {
  EvaluationView,
  ModelFigures,
  PurchaseForecast,
  RuleFigures,
  UnheldShares,
} from '@solano/domain/desk';

/**
 * An evaluation as the service and an export write it.
 *
 * @param forecast that the purchase came from; null: from none; left out: not told.
 */
export function evaluationJson(
  evaluation: EvaluationView,
  forecast?: PurchaseForecast | null,
): object {
  const { models, constantRules, bestConstantRule, inputs, placeBy, cancelled } = evaluation;
  const { markets, historyDays, settings, software } = inputs;
  return {
    currency: 'EUR',
    reference_idmodel: 1,
    models: models.map(modelJson),
    constant_rules: constantRules.map(constantRuleJson),
    best_constant_rule: bestConstantRule,
    inputs: {
      markets: markets.map(({ market, generatedAt, origin, digest, source }) => {
        return { market, generated_at: generatedAt, origin, digest, source };
      }),
      history_days: historyDays,
      settings,
      software,
      ...(forecast !== undefined && { forecast: forecast && forecastJson(forecast) }),
    },
    place_by: placeBy,
    cancelled,
  };
}

function forecastJson({ day, quantile, asOf, isCorrected, items }: PurchaseForecast): object {
  return { day, quantile, as_of: asOf, corrected: isCorrected, purchase: items };
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
      rests_on: realised.restsOn,
      mwh: realised.mwh,
      cost: realised.cost,
      saved: realised.saved,
      decided: realised.decided,
      foresight_saved: realised.foresightSaved,
      share_of_foresight: realised.shareOfForesight,
      ...unheldJson(realised),
    },
  };
}

/** A constant rule in an evaluation. */
export function constantRuleJson({ name, expectedCost, saved, realised }: RuleFigures): object {
  return {
    name,
    expected_cost: expectedCost,
    saved,
    realised: realised && {
      cost: realised.cost,
      saved: realised.saved,
      ...unheldJson(realised),
    },
  };
}

function unheldJson({ moved, notBought, notBoughtMwh }: UnheldShares): object {
  return { moved, not_bought: notBought, not_bought_mwh: notBoughtMwh };
}
