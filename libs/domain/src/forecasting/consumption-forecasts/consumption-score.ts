import {
  type Clock,
  dateAfter,
  dateAt,
  datesBetween,
  HOUR_MS,
  invalidRequest,
  requireDayOrder,
  startOfDate,
} from '@solano/domain/kernel';
import {
  type ConsumerFilter,
  type ConsumptionInputDeps,
  type ConsumptionInputs,
  pendingInputs,
} from './consumption-inputs.ts';

const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;

export interface ConsumptionScoreDeps extends ConsumptionInputDeps {
  readonly clock: Clock;
}

export interface ConsumptionScoreQuery extends ConsumerFilter {
  /** Madrid days, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What scores are computed from. */
export interface ConsumptionScoreInputs extends ConsumptionInputs {
  /** ms. */
  readonly at: number;
  readonly dates: readonly string[];
}

/** Scores before they are computed. */
export interface PendingConsumptionScore {
  readonly from: string;
  readonly to: string;
  /** Changes whenever the scores may. */
  readonly revision: string;
  /** Reads what they are computed from. Errors: `store_unavailable`. */
  load(): Promise<ConsumptionScoreInputs>;
}

/**
 * The scores of forecasts of consumption as they would have been made at 09:00 of the day before, by default of the
 * 30 days up to yesterday. Errors: `invalid_request` for days out of order, more than 92, or not yet over;
 * `store_unavailable`.
 */
export async function consumptionScore(
  deps: ConsumptionScoreDeps,
  query: ConsumptionScoreQuery,
): Promise<PendingConsumptionScore> {
  const at = deps.clock().getTime();
  const yesterday = dateAfter(dateAt(at), -1);
  const to = query.to ?? yesterday;
  const from = query.from ?? dateAfter(to, 1 - DEFAULT_DAYS);
  requireDayOrder(from, to);
  if (to >= dateAfter(from, MAX_DAYS)) {
    throw invalidRequest(`From ${from} to ${to} are more than ${MAX_DAYS} days.`);
  }
  if (to > yesterday) throw invalidRequest(`${to} is not over yet.`);
  const dates = datesBetween(from, to);
  const inputs = await pendingInputs(deps, query, from);
  const end = startOfDate(dateAfter(to, 1));
  return {
    from,
    to,
    revision: JSON.stringify([inputs.revision, from, to, Math.floor((at - end) / HOUR_MS)]),
    load: async () => ({ ...(await inputs.load(end)), at, dates }),
  };
}
