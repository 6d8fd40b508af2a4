import type {
  CancelledSession,
  Market,
  Period,
  Session,
  SessionRules,
} from '../market/sessions.ts';
import { Gates, SESSIONS } from '../market/sessions.ts';
import { cancelledSessions } from '../market-data/cancelled-sessions.ts';
import type { PastErrors, PastErrorsQuery } from '../prices/past-errors.ts';
import { MIN_DAYS, pastErrors } from '../prices/past-errors.ts';
import type { PredictedCurve, PricePrediction, PriceReader } from '../prices/prices.ts';
import { predictedCurve, weigh } from '../prices/prices.ts';
import { dateAt } from '../time/madrid-day.ts';
import type { ErrorsByVintage, SplitInputs, SplitTask } from './split-inputs.ts';

/** Gives the {@link pastErrors} of a session's days before a Madrid day. */
export type ReadErrors = (query: PastErrorsQuery) => Promise<PastErrors>;

/** Gives the {@link predictedCurve} of a market; it may have more than the periods that are asked for. */
type ReadCurve = (market: Market, periods: readonly Period[]) => Promise<PredictedCurve>;

/** What the models look at, and the predictions that it came from. */
export interface GatheredInputs extends SplitInputs {
  readonly used: ReadonlyMap<Session, readonly PricePrediction[]>;
}

/**
 * Gathers what models and evaluations need to know: the newest predictions, and the prediction
 * errors of the days before the submission. Errors: `store_unavailable`.
 *
 * @param before only predictions generated before this instant (ms; default: ever) are known.
 * @param errorsOf where the errors come from; by default they are read from the store.
 * @param curveOf where the predictions come from; likewise.
 */
export async function splitInputs(
  prices: PriceReader,
  task: SplitTask,
  before = Infinity,
  errorsOf: ReadErrors = (query) => pastErrors(prices, query),
  curveOf: ReadCurve = (market, periods) => predictedCurve(prices, market, periods, before),
): Promise<GatheredInputs> {
  const { submittedAt } = task;
  const cancelled = await knownCancelled(prices, task);
  const gates = new Gates(submittedAt, cancelled);
  const open = task.items.map(({ period }) => gates.open(period));
  const predicted = await predictions(curveOf, task, open);
  const day = dateAt(submittedAt);
  const sets = sessionSets(task, open, predicted);
  const history = await errorsByVintage(sets, (vintage, session) => {
    return errorsOf({ session: rulesOf(session), vintage: rulesOf(vintage), before: day });
  });
  const curves = new Map([...predicted].map(([session, { curve }]) => [session, curve]));
  const used = new Map([...predicted].map(([session, each]) => [session, each.used]));
  return { ...task, cancelled, curves, history, used };
}

/**
 * The sessions that were cancelled, for items whose gates have all closed: by the market's files a
 * cancellation is not known before.
 */
async function knownCancelled(
  prices: PriceReader,
  { items, submittedAt }: SplitTask,
): Promise<CancelledSession[]> {
  const gates = new Gates(submittedAt);
  const ends = items.flatMap(({ period }) => (gates.isLookBack(period) ? [period.end] : []));
  if (ends.length === 0) return [];
  const [first, last] = ends.reduce(
    ([low, high], end) => [Math.min(low, end), Math.max(high, end)],
    [Infinity, -Infinity],
  );
  return cancelledSessions(prices, dateAt(first - 1), dateAt(last - 1));
}

/** What is predicted for each session in which any of the items can be bought. */
async function predictions(
  curveOf: ReadCurve,
  { items }: SplitTask,
  open: readonly (readonly Session[])[],
): Promise<ReadonlyMap<Session, PredictedCurve>> {
  const predicted = new Map<Session, PredictedCurve>();
  // One after the other: each takes some milliseconds, for which nobody else is served.
  for (const { session, market } of SESSIONS) {
    const own = items.filter((_, i) => open[i]?.includes(session)).map(({ period }) => period);
    if (own.length === 0) continue;
    predicted.set(session, await curveOf(market, own));
  }
  return predicted;
}

/** The different sets of sessions that items have with a predicted price, in market order. */
function sessionSets(
  { items }: SplitTask,
  open: readonly (readonly Session[])[],
  predicted: ReadonlyMap<Session, PredictedCurve>,
): (readonly Session[])[] {
  const sets = new Map<string, readonly Session[]>();
  items.forEach(({ period }, i) => {
    const sessions = (open[i] as readonly Session[]).filter((session) => {
      const own = predicted.get(session);
      return own && (own.complete || weigh(own.curve, period) !== undefined);
    });
    sets.set(sessions.join(), sessions);
  });
  return [...sets.values()];
}

/**
 * The errors of the sessions of each set, of predictions from before the gate of its first session.
 * A first session that is too short of history is not used: then the next is the first.
 */
async function errorsByVintage(
  sets: readonly (readonly Session[])[],
  read: (vintage: Session, session: Session) => Promise<PastErrors>,
): Promise<ErrorsByVintage> {
  const history = new Map<Session, Map<Session, PastErrors>>();
  for (const sessions of sets) {
    for (const [i, vintage] of sessions.entries()) {
      const errors = history.get(vintage) ?? new Map<Session, PastErrors>();
      history.set(vintage, errors);
      const own = errors.get(vintage) ?? (await read(vintage, vintage));
      errors.set(vintage, own);
      if (own.size < MIN_DAYS) continue;
      for (const session of sessions.slice(i + 1)) {
        if (!errors.has(session)) errors.set(session, await read(vintage, session));
      }
      break;
    }
  }
  return history;
}

function rulesOf(session: Session): SessionRules {
  return SESSIONS.find((rules) => rules.session === session) as SessionRules;
}
