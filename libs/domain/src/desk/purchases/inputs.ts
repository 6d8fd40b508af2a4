import {
  dateAfter,
  dateAt,
  dayOf,
  type JsonText,
  mapInSlices,
  NO_PAUSE,
  type Pause,
  SolanoError,
} from '@solano/domain/kernel';
import {
  CachedSpreads,
  type CancelledSession,
  CancelledSessions,
  cancelledSessions,
  DAY_AHEAD,
  ErrorHistory,
  Gates,
  gateClosure,
  HourSpreads,
  type Market,
  type MeanSpreads,
  type PastErrors,
  type PastErrorsQuery,
  type Period,
  type PredictedCurve,
  PredictedCurves,
  type PriceLimits,
  type PriceReader,
  type PriceStore,
  pastErrors,
  predictedCurve,
  priceMinutes,
  publication,
  rulesOfSession,
  SESSIONS,
  type Session,
  type SessionRules,
  type SpreadCurveReader,
} from '@solano/domain/market';
import { ruleCaps } from '../models/hourly-mean.ts';
import type { GatheredInputs, SeriesItem, SplitTask } from '../models/split-inputs.ts';
import { listStrategies, type StrategyStore } from '../strategies/catalogue.ts';
import { learnedCurves } from '../strategies/learned-curves.ts';
import {
  bandDeviations,
  errorsByVintage,
  fillShort,
  type ReadSession,
} from '../strategies/short-history.ts';
import type { PurchaseWithSeries } from './purchase.ts';
import { NOT_COMPUTED, type SplitterTask } from './purchase-splitter.ts';
import { readSeries } from './series.ts';

export interface PurchaseInputDeps {
  readonly strategies: Pick<StrategyStore, 'get'>;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  /** Where curves of expected spreads were learned; default: there are none. */
  readonly spreadCurves?: SpreadCurveReader;
  /** The prices that the markets take; default: those known to the service. */
  readonly priceLimits?: readonly PriceLimits[];
  /** Version of the service, which evaluations name. */
  readonly software: string;
  /** Called between the pieces of long work, so that other requests are served; default: no pause. */
  readonly pause?: Pause;
}

/** Gathers what purchases are split and evaluated by, each history and curve of prices once. */
export class PurchaseInputs {
  readonly deps: PurchaseInputDeps;
  readonly #history = new ErrorHistory();
  readonly #curves = new PredictedCurves();
  readonly #cancelled = new CancelledSessions();
  readonly #spreads = new CachedSpreads();

  constructor(deps: PurchaseInputDeps) {
    this.deps = deps;
  }

  /**
   * Reads the inputs that are known now. Errors: `store_unavailable`; `computation_failed` for a
   * series that cannot be read.
   *
   * @param before only predictions generated before this instant (ms; default: ever) are known.
   */
  async of(found: PurchaseWithSeries, before = Infinity): Promise<SplitterTask> {
    const { spreadCurves, pause = NO_PAUSE } = this.deps;
    const prices = this.deps.prices.seenBy(found.purchase.customerId);
    return splitterTask(this.deps, found, (task) => {
      return splitInputs(prices, task, before, {
        errorsOf: (query) => this.#history.of(prices, query),
        cancelledOf: (first, last) => this.#cancelled.of(prices, first, last),
        spreadsBefore: (date) => this.#spreads.before(prices, date),
        ...(spreadCurves && { spreadCurves }),
        pause,
        ...(before === Infinity && {
          curveOf: (market, periods) => this.#curves.of(prices, market, periods),
        }),
      });
    });
  }
}

/**
 * The task of a splitter. Errors: those of {@link PurchaseInputs.of}.
 *
 * @param gather reads what is known of the items.
 * @param runs whether a model runs that is on; default: all of them.
 */
export async function splitterTask(
  { strategies, software, priceLimits, pause = NO_PAUSE }: PurchaseInputDeps,
  { purchase, series }: PurchaseWithSeries,
  gather: (task: SplitTask) => Promise<GatheredInputs>,
  runs: (idmodel: number) => boolean = () => true,
): Promise<SplitterTask> {
  const items = await storedItems(series, pause);
  const { version, models: known } = await listStrategies(strategies, purchase);
  const models = known.map((each) => ({ ...each, enabled: each.enabled && runs(each.idmodel) }));
  const inputs = await gather({
    items,
    submittedAt: purchase.createdAt.getTime(),
    settings: models,
    ...(priceLimits && { priceLimits }),
  });
  const used = models.map(({ idmodel, enabled, parameters }) => ({
    idmodel,
    enabled,
    parameters,
  }));
  const rules = {
    caps: ruleCaps(models),
    spreads: inputs.spreads ?? {},
    cancelled: inputs.cancelled ?? [],
  };
  return { inputs, provenance: { settings: { version, models: used }, software, rules } };
}

/** The items as they were accepted; if they cannot be read, no retry will help. */
async function storedItems(series: JsonText, pause: Pause): Promise<SeriesItem[]> {
  try {
    const value: unknown = JSON.parse(series);
    await pause();
    return readSeries(value);
  } catch (cause) {
    throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
  }
}

/** Reads the {@link pastErrors} of a session's days before a Madrid day. */
type ReadErrors = (query: PastErrorsQuery) => Promise<PastErrors>;

/** Reads the {@link predictedCurve} of a market; it may have more than the requested periods. */
type ReadCurve = (market: Market, periods: readonly Period[]) => Promise<PredictedCurve>;

/** Reads the {@link cancelledSessions} of delivery days. */
type ReadCancelled = (from: string, to: string) => Promise<readonly CancelledSession[]>;

/** Reads the mean spreads of the 56 days before a Madrid day. */
type ReadSpreads = (date: string) => Promise<MeanSpreads>;

/** The ports that a split reads from. */
export interface InputSources {
  readonly errorsOf: ReadErrors;
  readonly curveOf: ReadCurve;
  readonly cancelledOf: ReadCancelled;
  readonly spreadsBefore: ReadSpreads;
  readonly spreadCurves: SpreadCurveReader;
  readonly pause: Pause;
}

/**
 * Gathers what models and evaluations need to know: the newest predictions, and the prediction
 * errors of the days before the submission and before the purchase's first gate. Errors:
 * `store_unavailable`.
 *
 * @param before only predictions generated before this instant (ms; default: ever) are known.
 *   Nor are cancellations of sessions whose gates were open then.
 * @param from where these come from; by default all are read from the store.
 */
export async function splitInputs(
  prices: PriceReader,
  task: SplitTask,
  before = Infinity,
  from: Partial<InputSources> = {},
): Promise<GatheredInputs> {
  const {
    errorsOf = (query: PastErrorsQuery) => pastErrors(prices, query),
    curveOf = (market, periods) => predictedCurve(prices, market, periods, before),
    cancelledOf = (first, last) => cancelledSessions(prices, first, last),
    spreadsBefore = (date) => new HourSpreads(prices).before(date),
    pause = NO_PAUSE,
  }: Partial<InputSources> = from;
  const { submittedAt } = task;
  const cancelled = await knownCancelled(cancelledOf, task, before);
  const gates = new Gates(submittedAt, cancelled);
  const open = await mapInSlices(task.items, ({ period }) => gates.open(period), pause);
  const predicted = await predictions(curveOf, task, open, pause);
  const day = historyEnd(task);
  const sets = await sessionSets(task, open, predicted, pause);
  const read: ReadSession = (vintage, session) => {
    return errorsOf({
      session: rulesOfSession(session),
      vintage: rulesOfSession(vintage),
      before: day,
    });
  };
  const known = await errorsByVintage(sets, read);
  const bandsOf = (session: Session) => {
    const periods = task.items.flatMap(({ period }, i) =>
      open[i]?.includes(session) ? period : [],
    );
    return bandDeviations(prices, rulesOfSession(session).market, periods, before);
  };
  const history = await fillShort(known, sets, { read, bandsOf });
  const curves = new Map([...predicted].map(([session, { curve }]) => [session, curve]));
  const used = new Map([...predicted].map(([session, each]) => [session, each.used]));
  const spreads = await spreadsBefore(spreadsEnd(task));
  const { spreadCurves: reader } = from;
  const spreadCurves = reader ? await learnedCurves(reader, task, open, before) : [];
  return { ...task, cancelled, curves, history, spreads, spreadCurves, used };
}

/**
 * The Madrid day from which on no errors are known to the models: that of the submission, or that of
 * the first gate of the items' days if it closed before, so that a late submission has no hindsight.
 */
function historyEnd(task: SplitTask): string {
  return dateAt(lastKnown(task));
}

/** The submission, or the first gate of the items' days if it closed before. */
function lastKnown({ items, submittedAt }: SplitTask): number {
  const first = items.reduce((min, { period }) => Math.min(min, period.end), Infinity);
  return Math.min(submittedAt, gateClosure(DAY_AHEAD, dayOf(dateAt(first - 1))));
}

/** The Madrid day from which on mean spreads know no prices: all of the days before are out. */
function spreadsEnd(task: SplitTask): string {
  const known = lastKnown(task);
  const day = dateAt(known);
  const last = SESSIONS.at(-1) as SessionRules;
  return publication(last, dayOf(day)) <= known ? dateAfter(day, 1) : day;
}

/** The sessions that were known to be cancelled for a day of the items. */
async function knownCancelled(
  cancelledOf: ReadCancelled,
  { items }: SplitTask,
  before: number,
): Promise<readonly CancelledSession[]> {
  const [first, last] = items.reduce(
    ([low, high], { period }) => [Math.min(low, period.end), Math.max(high, period.end)],
    [Infinity, -Infinity],
  );
  if (last < first) return [];
  const cancelled = await cancelledOf(dateAt(first - 1), dateAt(last - 1));
  return cancelled.filter(({ session, date }) => {
    return gateClosure(rulesOfSession(session), dayOf(date)) < before;
  });
}

/** Predicted curves of each session in which any of the items can be bought. */
async function predictions(
  curveOf: ReadCurve,
  { items }: SplitTask,
  open: readonly (readonly Session[])[],
  pause: Pause,
): Promise<ReadonlyMap<Session, PredictedCurve>> {
  const predicted = new Map<Session, PredictedCurve>();
  // In sequence: each takes some milliseconds, in which no other request is served.
  for (const { session, market } of SESSIONS) {
    const own = items.filter((_, i) => open[i]?.includes(session)).map(({ period }) => period);
    if (own.length === 0) continue;
    await pause();
    predicted.set(session, await curveOf(market, own));
  }
  return predicted;
}

/** The different sets of sessions that items have with a predicted price, in market order. */
async function sessionSets(
  { items }: SplitTask,
  open: readonly (readonly Session[])[],
  predicted: ReadonlyMap<Session, PredictedCurve>,
  pause: Pause,
): Promise<(readonly Session[])[]> {
  const sets = new Map<string, readonly Session[]>();
  const add = ({ period }: SeriesItem, i: number) => {
    const sessions = (open[i] as readonly Session[]).filter((session) => {
      const own = predicted.get(session);
      return own && (own.complete || priceMinutes(own.curve, period) !== undefined);
    });
    sets.set(sessions.join(), sessions);
  };
  await pause();
  await mapInSlices(items, add, pause);
  return [...sets.values()];
}
