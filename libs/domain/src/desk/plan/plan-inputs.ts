import { dateAt, type Observe } from '@solano/domain/kernel';
import {
  type CurveVersion,
  MILLI,
  priceMinutes,
  SESSIONS,
  type Session,
} from '@solano/domain/market';
import type { SessionBid } from '../bids/bid.ts';
import type { BoughtDeps } from '../deviation/read-deviation.ts';
import { priceOf } from '../evaluation/cost.ts';
import type { EvaluationPrices, PurchaseEvaluation } from '../evaluation/evaluation.ts';
import type { EvaluationStore } from '../evaluation/evaluation-store.ts';
import { pricesOfItems } from '../evaluation/realised-prices.ts';
import { bidsOfOutput } from '../evaluation/stored-bids.ts';
import { executedSharesOf } from '../executed-worth/executed-worth.ts';
import { limitBids } from '../models/limit-bids.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { PurchaseInputs } from '../purchases/inputs.ts';
import type { PurchaseStore, PurchaseWithSeries } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import type { FirstBids, PlanTask } from './advance.ts';
import { executedItems } from './executed-items.ts';
import { makeBids } from './make-bids.ts';
import type { PlannedBid } from './plan.ts';

export interface PlanInputDeps extends BoughtDeps {
  readonly purchases: Pick<PurchaseStore, 'delivered' | 'read' | 'readWithSeries'>;
  readonly evaluations: Pick<EvaluationStore, 'get' | 'prices'>;
  readonly inputs: Pick<PurchaseInputs, 'of'>;
  /** Observes the model that bids anew. */
  readonly observeModel?: Observe | undefined;
}

interface PlanKnowledge {
  /** Of the outputs. */
  readonly evaluatedAt: Date;
  readonly evaluated: PurchaseEvaluation['inputs'];
  readonly curves: readonly CurveVersion[];
  readonly now: Date;
  /** Called with the cause where the model could not be computed, and bids have no limit. */
  readonly onFailure: (cause: string) => void;
}

/**
 * What the plan of a purchase is made from, as it is known now. Errors: `store_unavailable`,
 * `computation_failed` for a series that cannot be read.
 */
export async function planTask(
  deps: PlanInputDeps,
  found: PurchaseWithSeries,
  { evaluatedAt, evaluated, curves: learned, now, onFailure }: PlanKnowledge,
): Promise<PlanTask> {
  const { purchase, series } = found;
  const items = readSeries(JSON.parse(series));
  const { curves, cancelled } = await pricesOfItems(deps.prices.seenBy(purchase.customerId), items);
  const isCancelled = new Set(cancelled.map(({ session, date }) => `${session} ${date}`));
  const shares = await executedSharesOf(deps, purchase);
  const first = await firstBids(deps, { purchaseId: purchase.id, items, evaluated });
  const asOfNow = { ...found, purchase: { ...purchase, createdAt: now } };
  let known: ReturnType<PurchaseInputs['of']> | undefined;
  return {
    items,
    outputs: evaluatedAt.toISOString(),
    curves: learned,
    realised(session, item) {
      const curve = curves.get(session);
      return curve && priceMinutes(curve, (items[item] as SeriesItem).period);
    },
    isCancelled: (session, date) => isCancelled.has(`${session} ${date}`),
    executed(session, date) {
      const share = shares.get(date)?.find((each) => each.session === session);
      return share && executedItems(share, items, date);
    },
    firstBids: (date) => first.get(date),
    async makeBids(request) {
      // Those of a submission at this instant.
      known ??= deps.inputs.of(asOfNow);
      return makeBids((await known).inputs, request, onFailure, deps.observeModel);
    },
  };
}

/** The bids that are kept with the output of model 7, by Madrid day of delivery. */
async function firstBids(
  { purchases, evaluations }: PlanInputDeps,
  {
    purchaseId,
    items,
    evaluated,
  }: {
    readonly purchaseId: string;
    readonly items: readonly SeriesItem[];
    readonly evaluated: PurchaseEvaluation['inputs'];
  },
): Promise<ReadonlyMap<string, FirstBids>> {
  const output = (await purchases.read(purchaseId, limitBids.idmodel))?.outputs[0];
  const bids = output && bidsOfOutput(output.json, items);
  if (!bids) return new Map();
  const predicted = JSON.parse((await evaluations.prices(purchaseId)) ?? '{}') as EvaluationPrices;
  const curves = curvesOf(evaluated);
  const byDate = Map.groupBy(items.keys(), (i) => dateAt((items[i] as SeriesItem).period.end - 1));
  return new Map(
    [...byDate].flatMap(([date, indices]) => {
      const own = indices.map((item) => ({ item, bids: bids[item] as readonly SessionBid[] }));
      const first = firstOf(own, { items, predicted, curves });
      return first ? [[date, first] as const] : [];
    }),
  );
}

function firstOf(
  own: readonly { readonly item: number; readonly bids: readonly SessionBid[] }[],
  {
    items,
    predicted,
    curves,
  }: {
    readonly items: readonly SeriesItem[];
    readonly predicted: EvaluationPrices;
    readonly curves: FirstBids['curves'];
  },
): FirstBids | undefined {
  const used = new Set(own.flatMap(({ bids }) => bids.map(({ session }) => session)));
  const sessions = SESSIONS.map(({ session }) => session).filter((each) => used.has(each));
  const [session] = sessions;
  if (!session) return undefined;
  const bids = own.flatMap(({ item, bids: all }): PlannedBid | [] => {
    const steps = all.find((each) => each.session === session)?.steps;
    return steps ? plannedBid(items, item, { session, steps }, predicted) : [];
  });
  return { session, sessions, curves, bids };
}

/** Null where the outputs, and so their bids, are the customer's own. */
function curvesOf({ settings, curves = [] }: PurchaseEvaluation['inputs']): FirstBids['curves'] {
  if (!settings) return null;
  return curves.map((each) => ({ ...each, generatedAt: new Date(each.generatedAt) }));
}

function plannedBid(
  items: readonly SeriesItem[],
  item: number,
  { session, steps }: { readonly session: Session; readonly steps: PlannedBid['steps'] },
  prices: EvaluationPrices,
): PlannedBid {
  const { megawatts, period } = items[item] as SeriesItem;
  const weighed = priceOf(prices, session, item);
  const predicted = weighed === undefined ? null : weighed / period.minutes / MILLI;
  return { item, direction: megawatts < 0 ? -1 : 1, predicted, steps };
}
