import type { ConsumptionScoreInputs } from '@solano/domain/forecasting';
import { scoreConsumption } from '@solano/domain/forecasting/models';
import { consumptionScoreJson } from '@solano/schemas/scores';

/** Scores forecasts of consumption, which takes some tenths of a second for each group. */
export function scoreMembers(inputs: ConsumptionScoreInputs): { readonly score: object } {
  return { score: consumptionScoreJson(scoreConsumption(inputs)) };
}
