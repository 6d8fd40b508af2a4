import { dateAt, SolanoError } from '@solano/domain/kernel';
import { SESSIONS, type Session, type SpreadCurveStore } from '@solano/domain/market';
import { type BidStep, type Direction, GRID_WATTS, megawattsOf, wattsOf } from '../bids/bid.ts';
import { countedModel } from '../decisions/counted-model.ts';
import type { DecisionStore } from '../decisions/decision.ts';
import { parseEvaluation } from '../evaluation/evaluation.ts';
import { limitBids } from '../models/limit-bids.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import {
  type ReadEvaluationDeps,
  storedEvaluation,
} from '../purchase-evaluation/stored-evaluation.ts';
import type { PurchaseWithSeries } from '../purchases/purchase.ts';
import type { PurchaseAddress } from '../purchases/update-purchase.ts';
import { advancePlan, countedPeriods } from './advance.ts';
import type { BidSet, PlannedBid, PlanStage, StageResult } from './plan.ts';
import { type PlanDay, planDays } from './plan-days.ts';
import {
  type BoughtFigures,
  bidMegawattHours,
  boughtFigures,
  energyNumber,
  megawattHours,
} from './plan-figures.ts';
import { type PlanInputDeps, planTask } from './plan-inputs.ts';
import type { PlanStore } from './plan-store.ts';

export interface ReadPlanDeps extends ReadEvaluationDeps, PlanInputDeps {
  readonly purchases: ReadEvaluationDeps['purchases'];
  readonly evaluations: ReadEvaluationDeps['evaluations'];
  readonly inputs: ReadEvaluationDeps['inputs'];
  readonly decisions: Pick<DecisionStore, 'newestInTime'>;
  readonly plans: Pick<PlanStore, 'get' | 'superseded'>;
  readonly spreadCurves: Pick<SpreadCurveStore, 'versions'>;
}

/** `open`: its gate is; `bid`: its result is to come. */
type PlanStatus = 'open' | 'bid' | StageResult['status'];

/** A session over all days of delivery. */
interface PlanSessionView extends BoughtFigures {
  readonly session: Session;
  /** That of its first day that is not finished, as cleared or cancelled. */
  readonly status: PlanStatus;
  /** Whether executed trades say what was bought, for none, all or some of its days. */
  readonly restsOn: 'decision' | 'executed' | 'both';
}

/** What is to be bid next. */
interface NextBids {
  readonly session: Session;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly day: string;
  readonly closesAt: Date;
  /** Empty while the session before has no result. */
  readonly periods: readonly BidPeriod[];
}

interface BidPeriod {
  readonly datetime: string;
  readonly side: 'buy' | 'sell';
  readonly steps: readonly BidStep[];
}

/** Bids that others have taken the place of. */
interface SupersededView {
  readonly session: Session;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly day: string;
  readonly revision: number;
  readonly madeAt: Date;
  readonly bidMwh: number;
  readonly periods: readonly BidPeriod[];
}

export interface PlanView {
  readonly now: Date;
  /** Those that were bid, or are open, in market order. */
  readonly sessions: readonly PlanSessionView[];
  readonly next: NextBids | null;
  /** Of all items what no session has bought. */
  readonly leftMwh: number;
  /** What is left of items of which all sessions are over. */
  readonly left: readonly { readonly datetime: string; readonly leftMw: number }[];
  /** By day and session, in the order in which they stood. */
  readonly superseded: readonly SupersededView[];
}

/**
 * The plan of a purchase whose decision that counts is model 7: what each session bought, and what is to be bid
 * next. Errors: `purchase_not_found`, `no_outputs`, `not_planned` for another decision, `store_unavailable`.
 */
export async function readPlan(deps: ReadPlanDeps, address: PurchaseAddress): Promise<PlanView> {
  const { purchase, stored } = await storedEvaluation(deps, address);
  const decision = (await deps.decisions.newestInTime([purchase.id])).get(purchase.id);
  const { evaluatedAt } = stored;
  const evaluation = { ...parseEvaluation(stored), evaluatedAt };
  if (countedModel(decision, evaluation) !== limitBids.idmodel) {
    throw new SolanoError(
      'not_planned',
      `The purchase has no plan: its decision that counts is not model ${limitBids.idmodel}.`,
    );
  }
  const now = deps.clock();
  const found = (await deps.purchases.readWithSeries(purchase.id)) as PurchaseWithSeries;
  const curves = await deps.spreadCurves.versions(dateAt(now.getTime()), now);
  const { inputs: evaluated } = evaluation;
  // The schedule makes the same bids within a minute, and logs what fails.
  const knowledge = { evaluatedAt, evaluated, curves, now, onFailure: () => {} };
  const task = await planTask(deps, found, knowledge);
  const plan = await deps.plans.get(purchase.id);
  // One that was decided in this minute is not stored yet.
  const stages = plan?.stages ?? (await advancePlan(task, [], now)).map(({ stage }) => stage);
  const superseded = await deps.plans.superseded(purchase.id);
  return planView(task.items, stages, { now, realised: task.realised, superseded });
}

/** @param realised price × minutes as it is now, in thousandths of EUR/MWh × minutes. */
function planView(
  items: readonly SeriesItem[],
  stages: readonly PlanStage[],
  {
    now,
    realised,
    superseded,
  }: {
    readonly now: Date;
    readonly realised: (session: Session, item: number) => number | undefined;
    readonly superseded: readonly BidSet[];
  },
): PlanView {
  const days = planDays(items);
  const byName = new Map(stages.map((stage) => [`${stage.date} ${stage.session}`, stage]));
  const stageOf = ({ date }: PlanDay, session: Session) => byName.get(`${date} ${session}`);
  const rests = restsOf(items, stages);
  const isOver = new Set(items.keys());
  for (const { sessions } of days) {
    for (const { closesAt, items: own } of sessions) {
      if (closesAt > now.getTime()) for (const item of own) isOver.delete(item);
    }
  }
  const pending = new Set(
    stages.flatMap((each) => (countedPeriods(each) ? [] : each.bids.map(({ item }) => item))),
  );
  const left = [...isOver].filter((item) => rests.get(item) !== 0 && !pending.has(item));
  return {
    now,
    sessions: SESSIONS.flatMap(({ session }) => {
      const own = days.flatMap((day) => {
        const status = statusOf(day, session, stageOf(day, session), now.getTime());
        return status ? { status, stage: stageOf(day, session) } : [];
      });
      return own.length > 0 ? sessionView(session, own, items, realised) : [];
    }),
    next: nextOf(days, items, { stageOf, rests, now: now.getTime() }),
    leftMwh: energyNumber(
      megawattHours(
        Array.from(rests, ([item, watts]) => ({ item, watts })),
        items,
      ),
    ),
    left: left.map((item) => ({
      datetime: (items[item] as SeriesItem).label,
      leftMw: megawattsOf(rests.get(item) as number),
    })),
    superseded: superseded.map((set) => supersededView(set, items)),
  };
}

function restsOf(
  items: readonly SeriesItem[],
  stages: readonly PlanStage[],
): ReadonlyMap<number, number> {
  const rests = new Map(items.map(({ megawatts }, item) => [item, wattsOf(megawatts)]));
  for (const stage of stages) {
    for (const { item, watts } of countedPeriods(stage) ?? []) {
      rests.set(item, (rests.get(item) as number) - watts);
    }
  }
  return rests;
}

/** Undefined where the session does not cover the day, or its gate has closed without a bid. */
function statusOf(
  { sessions }: PlanDay,
  session: Session,
  stage: PlanStage | undefined,
  now: number,
): PlanStatus | undefined {
  const own = sessions.find((each) => each.session === session);
  if (!own) return undefined;
  if (stage?.executed) return 'cleared';
  if (stage?.result) return stage.result.status;
  if (now < own.closesAt) return 'open';
  return stage && stage.bids.length > 0 ? 'bid' : undefined;
}

function sessionView(
  session: Session,
  days: readonly { readonly status: PlanStatus; readonly stage: PlanStage | undefined }[],
  items: readonly SeriesItem[],
  realised: (session: Session, item: number) => number | undefined,
): PlanSessionView {
  const isFinished = (status: PlanStatus) => status === 'cleared' || status === 'cancelled';
  const first = days.find(({ status }) => !isFinished(status));
  const last = days.find(({ status }) => status === 'cleared') ?? days.at(-1);
  const stages = days.flatMap(({ stage }) => stage ?? []);
  const executed = stages.filter((stage) => stage.executed).length;
  return {
    session,
    status: (first ?? last)?.status as PlanStatus,
    ...boughtFigures(stages, items, realised),
    restsOn: executed === 0 ? 'decision' : executed === stages.length ? 'executed' : 'both',
  };
}

interface NextState {
  readonly stageOf: (day: PlanDay, session: Session) => PlanStage | undefined;
  readonly rests: ReadonlyMap<number, number>;
  readonly now: number;
}

/** The bids of the gate that closes first of those with anything to bid. */
function nextOf(
  days: readonly PlanDay[],
  items: readonly SeriesItem[],
  state: NextState,
): NextBids | null {
  const all = days.flatMap((day) => nextOfDay(day, items, state) ?? []);
  const [first] = all.sort((a, b) => a.closesAt.getTime() - b.closesAt.getTime());
  return first ?? null;
}

function nextOfDay(
  day: PlanDay,
  items: readonly SeriesItem[],
  { stageOf, rests, now }: NextState,
): NextBids | undefined {
  for (const { session, closesAt, items: own } of day.sessions) {
    const stage = stageOf(day, session);
    if (closesAt <= now || stage?.result) continue;
    const isLeft = own.some((item) => Math.abs(rests.get(item) as number) >= GRID_WATTS);
    if (!isLeft && !stage?.bids.length) continue;
    const periods = bidPeriods(stage?.bids ?? [], items);
    return { session, day: day.date, closesAt: new Date(closesAt), periods };
  }
  return undefined;
}

function supersededView(set: BidSet, items: readonly SeriesItem[]): SupersededView {
  const { date: day, session, revision, madeAt, bids } = set;
  const bidMwh = bidMegawattHours(set, items);
  return { session, day, revision, madeAt, bidMwh, periods: bidPeriods(bids, items) };
}

function bidPeriods(bids: readonly PlannedBid[], items: readonly SeriesItem[]): BidPeriod[] {
  return bids.map(({ item, direction, steps }) => {
    return { datetime: (items[item] as SeriesItem).label, side: sideOf(direction), steps };
  });
}

function sideOf(direction: Direction): 'buy' | 'sell' {
  return direction === 1 ? 'buy' : 'sell';
}
