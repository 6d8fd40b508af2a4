import type { ScoreInputs } from '@solano/domain/forecasting';
import { scoreForecasts } from '@solano/domain/forecasting/models';
import { plantScoreJson, plantScoreSummaryJson } from '@solano/schemas/scores';

export interface ScoreTask {
  readonly inputs: ScoreInputs;
  /** Whether the parts by lead and hour are left out. */
  readonly isSummary: boolean;
}

/** Computes scores, which takes tens of milliseconds, and writes them as JSON. */
export function scoreText({ inputs, isSummary }: ScoreTask): { readonly text: string } {
  const score = scoreForecasts(inputs);
  const value = isSummary ? plantScoreSummaryJson(score) : plantScoreJson(score);
  return { text: JSON.stringify(value) };
}
