import {
  type Clock,
  dateAfter,
  dateAt,
  datesBetween,
  HOUR_MS,
  invalidRequest,
  requireDayOrder,
} from '@solano/domain/kernel';
import {
  type ConsumerFilter,
  type ConsumptionInputDeps,
  type ConsumptionInputs,
  pendingInputs,
} from './consumption-inputs.ts';

/** Days after today that are forecast. */
const MAX_AHEAD = 7;

export interface ConsumptionForecastDeps extends ConsumptionInputDeps {
  readonly clock: Clock;
}

export interface ConsumptionForecastQuery extends ConsumerFilter {
  /** Madrid days, both included; left out: the seven after today, or after the day of `asOf`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** As known then; left out: now. */
  readonly asOf?: Date | undefined;
}

/** What a forecast of consumption is computed from. */
export interface ConsumptionForecastInputs extends ConsumptionInputs {
  /** ms. */
  readonly at: number;
  /** Madrid days, ascending. */
  readonly dates: readonly string[];
}

/** A forecast of consumption before it is computed. */
export interface PendingConsumptionForecast {
  readonly asOf: Date;
  /** Names of the groups that are added up. */
  readonly groups: readonly string[];
  /** Changes whenever the forecast may: what has been computed for one counts as long as it is the same. */
  readonly revision: string;
  /** Energy at the busbar ÷ measured energy on a day, in millionths. */
  readonly lossFactorOn: (day: string) => number;
  /** Reads what it is computed from. Errors: `store_unavailable`. */
  load(): Promise<ConsumptionForecastInputs>;
}

/**
 * The forecast of a portfolio's consumption, or of one of its groups, from what was known at an instant. Errors:
 * `invalid_request` for days that are not among the seven after that of the instant, and for an instant to come;
 * `store_unavailable`.
 */
export async function consumptionForecast(
  deps: ConsumptionForecastDeps,
  query: ConsumptionForecastQuery,
): Promise<PendingConsumptionForecast> {
  const now = deps.clock();
  const asOf = query.asOf ?? now;
  if (asOf > now) throw invalidRequest(`${asOf.toISOString()} lies in the future.`);
  const dates = datesOf(query, dateAt(asOf.getTime()));
  const inputs = await pendingInputs(deps, query, dates[0] as string);
  const at = asOf.getTime();
  // More becomes known by whole hours, or with a delivery that is another revision.
  const known = query.asOf ? at : Math.floor((at - inputs.knownAfter) / HOUR_MS);
  return {
    asOf,
    groups: inputs.groups,
    revision: JSON.stringify([inputs.revision, dates, known]),
    lossFactorOn: inputs.lossFactorOn,
    load: async () => ({ ...(await inputs.load(at)), at, dates }),
  };
}

function datesOf({ from, to }: ConsumptionForecastQuery, today: string): string[] {
  const first = dateAfter(today, 1);
  const last = dateAfter(today, MAX_AHEAD);
  const [begin, end] = [from ?? first, to ?? last];
  requireDayOrder(begin, end);
  if (begin >= first && end <= last) return datesBetween(begin, end);
  throw invalidRequest(`A forecast of ${today} is of the days from ${first} to ${last}.`);
}
