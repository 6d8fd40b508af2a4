import type { Backtest } from '../backtests/backtest.ts';
import { MIN_VERDICT_DAYS } from '../backtests/backtest-store.ts';
import { dayAhead } from '../models/day-ahead.ts';
import { hourlyMean } from '../models/hourly-mean.ts';
import { spreadResale } from '../models/spread-resale.ts';

/**
 * Why a model is recommended: it is ahead of model 8 in the last year's backtest with 95 % certainty, none
 * is, or fewer than 60 days are known.
 */
type RecommendationReason = 'ahead_of_rule' | 'rule' | 'few_days';

export interface Recommendation {
  readonly idmodel: number;
  readonly reason: RecommendationReason;
}

/**
 * The model that is recommended among those that are on: the one with the largest lead over model 8 of
 * those whose 95 % interval of it lies above 0, ties to the first; else model 8; model 1 where that is
 * off, and while fewer than 60 days are known. Never model 6, whose limits are other ones. Undefined
 * where none of these is on.
 *
 * @param on idmodels.
 * @param year the last year's backtest; undefined: there is none yet, so no lead is known.
 * @param historyDays days that are known where there is none.
 */
export function recommend(
  on: readonly number[],
  year: Pick<Backtest, 'models' | 'days'> | undefined,
  historyDays: number,
): Recommendation | undefined {
  const first = on.includes(dayAhead.idmodel) ? dayAhead.idmodel : undefined;
  const isKnown = (year?.days.length ?? historyDays) >= MIN_VERDICT_DAYS;
  const ahead = isKnown && year ? furthestAhead(on, year.models) : undefined;
  if (ahead !== undefined) return { idmodel: ahead, reason: 'ahead_of_rule' };
  if (isKnown && on.includes(hourlyMean.idmodel)) {
    return { idmodel: hourlyMean.idmodel, reason: 'rule' };
  }
  if (first === undefined) return undefined;
  return { idmodel: first, reason: isKnown ? 'rule' : 'few_days' };
}

function furthestAhead(on: readonly number[], models: Backtest['models']): number | undefined {
  const ahead = models.flatMap(({ idmodel, totals }) => {
    const { lead = 0, verdict } = totals?.againstRule ?? {};
    const isEligible = on.includes(idmodel) && idmodel !== spreadResale.idmodel;
    return isEligible && verdict === 'better' ? [{ idmodel, lead }] : [];
  });
  return ahead.sort((a, b) => b.lead - a.lead)[0]?.idmodel;
}
