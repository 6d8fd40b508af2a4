import {
  dateAfter,
  partsOfDays,
  QUARTER_MS,
  requireFewDays,
  startOfDate,
} from '@solano/domain/kernel';
import type { DeliveredDay } from '../trades/trade-store.ts';
import { boughtEnergy } from './bought-energy.ts';
import { euroText, mwhText } from './deviation-figures.ts';
import { ExecutedEnergy } from './executed-energy.ts';
import type { QuarterEnergy } from './quarter-energy.ts';
import {
  type BoughtDeps,
  type DeviationQuery,
  MAX_DEVIATION_DAYS,
  PART_DAYS,
  readDecided,
} from './read-deviation.ts';

/** Energy of a session and day: MWh with three decimals, bought less sold, and EUR with two, fees included. */
interface Traded {
  readonly mwh: string;
  readonly cost: string;
}

/** What was executed in a session on a day, and what the decisions would have bought there. */
export interface TradeDifference {
  readonly session: string;
  /** Madrid day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly executed: Traded;
  /** At realised prices; null where one of the session is missing, and where nothing was decided for the day. */
  readonly decided: Traded | null;
  /** Executed less decided. */
  readonly difference: Traded | null;
}

/**
 * Compares the executed trades of a portfolio with what was decided, by day and session, for the sessions
 * and days of which any were delivered. Errors: `invalid_request` for days out of order and for more than
 * {@link MAX_DEVIATION_DAYS}, `store_unavailable`.
 */
export async function tradeDifferences(
  deps: BoughtDeps,
  query: DeviationQuery,
): Promise<TradeDifference[]> {
  requireFewDays(query, MAX_DEVIATION_DAYS);
  const differences: TradeDifference[] = [];
  for (const part of partsOfDays(query, PART_DAYS)) {
    differences.push(...(await differencesOf(deps, { ...query, ...part })));
  }
  return differences;
}

async function differencesOf(deps: BoughtDeps, query: DeviationQuery): Promise<TradeDifference[]> {
  const { trades, prices, realisedCurves } = deps;
  const { customerId, portfolio, from, to } = query;
  const days = await trades.executed(customerId, portfolio, from, to);
  if (days.length === 0) return [];
  const window = { from: startOfDate(from), to: startOfDate(dateAfter(to, 1)) };
  const realised = await realisedCurves.of(prices.seenBy(customerId), from, to);
  const executed = new ExecutedEnergy(window);
  for (const day of days) executed.add(day);
  const decided = await readDecided(deps, query, { window, prices: realised });
  const { sessions, covered } = boughtEnergy(new ExecutedEnergy(window), decided);
  const decidedIn = new Map(sessions.map((each) => [each.session, each]));
  return days.map(({ session, day }) => {
    const first = (startOfDate(day) - window.from) / QUARTER_MS;
    const after = (startOfDate(dateAfter(day, 1)) - window.from) / QUARTER_MS;
    const bought = sumOf(executed.sessions.get(session), first, after);
    const isDecided = covered.subarray(first, after).includes(1);
    const own = decidedIn.get(session);
    const isKnown = isDecided && !own?.unpriced.subarray(first, after).includes(1);
    const other = isKnown ? sumOf(own, first, after) : null;
    return differenceOf({ session, day }, bought, other);
  });
}

interface Sum {
  readonly energy: bigint;
  readonly cost: bigint;
}

/** The quarter hours from `first` to before `after`. */
function sumOf(sums: QuarterEnergy | undefined, first: number, after: number): Sum {
  const total = (values: readonly bigint[] = []) =>
    values.slice(first, after).reduce((sum, each) => sum + each, 0n);
  return { energy: total(sums?.bought), cost: total(sums?.cost) };
}

function differenceOf(
  { session, day }: Pick<DeliveredDay, 'session' | 'day'>,
  executed: Sum,
  decided: Sum | null,
): TradeDifference {
  const difference = decided && {
    energy: executed.energy - decided.energy,
    cost: executed.cost - decided.cost,
  };
  return {
    session,
    day,
    executed: tradedText(executed),
    decided: decided && tradedText(decided),
    difference: difference && tradedText(difference),
  };
}

function tradedText({ energy, cost }: Sum): Traded {
  return { mwh: mwhText(energy), cost: euroText(cost) };
}
