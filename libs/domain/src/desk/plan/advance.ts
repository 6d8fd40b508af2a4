import type { CurveVersion, Session } from '@solano/domain/market';
import { GRID_WATTS, wattsOf } from '../bids/bid.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { isMoved } from './moved-bids.ts';
import type { BidSet, ExecutedPeriod, PlannedBid, PlanStage } from './plan.ts';
import { lateFrom, type PlanDay, type PlanSession, planDays } from './plan-days.ts';
import { cancelled, type PlanPrices, type SessionState, settled } from './settle.ts';

/** What is left of an item to buy; below zero: to sell. */
export interface Rest {
  /** Index in the submitted series. */
  readonly item: number;
  readonly watts: number;
}

/** What is to be bid in a session. */
export interface BidRequest {
  readonly date: string;
  readonly session: Session;
  /** Sessions that are known to be cancelled are not open. */
  readonly open: readonly Session[];
  /** At least 0.1 MW each, at least one. */
  readonly rests: readonly Rest[];
}

/** The bids of a day's first session, and the sessions by which they were made. */
export interface FirstBids {
  readonly session: Session;
  readonly bids: readonly PlannedBid[];
  readonly sessions: readonly Session[];
  /** The learned curves that they were made from; null: they are the customer's own. */
  readonly curves: readonly CurveVersion[] | null;
}

/** What a plan is made from. */
export interface PlanTask extends PlanPrices {
  /** Names the outputs that the purchase has. */
  readonly outputs: string;
  /** The newest of each day and two sessions, as known now. */
  readonly curves: readonly CurveVersion[];
  readonly isCancelled: (session: Session, date: string) => boolean;
  /** What was executed of a session and day; undefined where no trades were delivered. */
  readonly executed: (session: Session, date: string) => readonly ExecutedPeriod[] | undefined;
  /** The bids that came with the outputs for a day, as they were made; undefined where there are none. */
  readonly firstBids: (date: string) => FirstBids | undefined;
  /** Curves for what is left, with what is known now; an item may have none. */
  readonly makeBids: (request: BidRequest) => Promise<readonly PlannedBid[]>;
}

/** A stage that has become another one. */
export interface ChangedStage {
  readonly stage: PlanStage;
  /** Whether it has bids that nothing else has brought. */
  readonly isReplanned: boolean;
  /** The set of bids that it takes the place of. */
  readonly superseded?: BidSet;
}

/**
 * What has become of a plan: the results of sessions whose gates have closed, and the bids of the next one.
 * Rests are bid in whole watts. The same inputs change nothing more, nor do newer curves by which no bid
 * {@link isMoved}. Errors: those of `makeBids`.
 *
 * @param stages by day and session, in any order.
 */
export async function advancePlan(
  task: PlanTask,
  stages: readonly PlanStage[],
  now: Date,
): Promise<ChangedStage[]> {
  const changed: ChangedStage[] = [];
  for (const day of planDays(task.items)) {
    const own = new Map(
      stages.filter(({ date }) => date === day.date).map((stage) => [stage.session, stage]),
    );
    changed.push(...(await advanceDay(task, day, own, now)));
  }
  return changed;
}

async function advanceDay(
  task: PlanTask,
  { date, sessions }: PlanDay,
  stages: ReadonlyMap<Session, PlanStage>,
  now: Date,
): Promise<ChangedStage[]> {
  const changed: ChangedStage[] = [];
  const rests = new Map<number, number>();
  for (const { items } of sessions) {
    for (const item of items) rests.set(item, wattsOf((task.items[item] as SeriesItem).megawatts));
  }
  const held = sessions.filter(({ session }) => !task.isCancelled(session, date));
  let first = task.firstBids(date);
  for (const each of sessions) {
    const { session, closesAt } = each;
    const known = stages.get(session);
    const isCancelled = !held.includes(each);
    const isClosed = now.getTime() >= closesAt;
    if (!isClosed && !isCancelled) {
      const open = held.slice(held.indexOf(each)).map((later) => later.session);
      const made = await madeStage(task, {
        date,
        planSession: each,
        open,
        rests,
        first,
        known,
        now,
      });
      if (made) changed.push(made);
      return changed;
    }
    const before = known ?? placedStage({ date, session, first, now });
    const isLate = now.getTime() >= lateFrom(each, nextOf(held, each));
    const stage = isClosed
      ? closedStage(task, before, { isCancelled, isLate, now })
      : cancelledStage(before, now);
    if (!isSame(stage, before) || (before !== known && stage.bids.length > 0)) {
      changed.push({ stage, isReplanned: false });
    }
    const counted = countedPeriods(stage);
    if (!counted) return changed;
    for (const { item, watts } of counted) {
      rests.set(item, (rests.get(item) as number) - watts);
      if (watts !== 0) first = undefined;
    }
  }
  return changed;
}

/** What counts as bought in a stage whose gate has closed; undefined while nothing is known. */
export function countedPeriods({ bids, result, executed }: PlanStage): readonly Rest[] | undefined {
  if (executed) return executed;
  return bids.length === 0 ? [] : result?.periods;
}

function nextOf(held: readonly PlanSession[], each: PlanSession): PlanSession | undefined {
  return held.find(({ closesAt }) => closesAt > each.closesAt);
}

/** A session of which nothing is stored: what came with the outputs was bid, or nothing. */
function placedStage({
  date,
  session,
  first,
  now,
}: {
  readonly date: string;
  readonly session: Session;
  readonly first: FirstBids | undefined;
  readonly now: Date;
}): PlanStage {
  const stage = { date, session, madeAt: now, basis: '', result: null, executed: null };
  const bids = first?.session === session ? first.bids : [];
  return { ...stage, revision: bids.length > 0 ? 1 : 0, bids };
}

function closedStage(task: PlanTask, stage: PlanStage, state: SessionState): PlanStage {
  const { date, session } = stage;
  const result = settled(stage, task, state);
  return { ...stage, result, executed: task.executed(session, date) ?? null };
}

function cancelledStage(stage: PlanStage, now: Date): PlanStage {
  if (stage.result?.status === 'cancelled') return stage;
  return { ...stage, result: cancelled(stage.bids, now) };
}

function isSame(a: PlanStage, b: PlanStage): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface Making {
  readonly date: string;
  readonly planSession: PlanSession;
  readonly open: readonly Session[];
  readonly rests: ReadonlyMap<number, number>;
  /** Undefined where something was bought before. */
  readonly first: FirstBids | undefined;
  readonly known: PlanStage | undefined;
  readonly now: Date;
}

/** The bids of a session whose gate is open; undefined where those that are there hold. */
async function madeStage(
  task: PlanTask,
  { date, planSession: { session, items }, open, rests, first, known, now }: Making,
): Promise<ChangedStage | undefined> {
  const own = items.map((item) => ({ item, watts: rests.get(item) as number }));
  const inputs = JSON.stringify([task.outputs, open, own.map(({ watts }) => watts)]);
  const curves = curveNames(task.curves, date, open);
  const basis = `${inputs} ${curves}`;
  if (known && known.basis === basis && !known.result) return undefined;
  const toBid = own.filter(({ watts }) => Math.abs(watts) >= GRID_WATTS);
  // Those that came with the outputs hold unless a session that they leave something to was cancelled,
  // or newer curves were learned.
  const isOpen = first?.session === session && first.sessions.every((each) => open.includes(each));
  const isFirst = isOpen && (!first.curves || curveNames(first.curves, date, open) === curves);
  const request = { date, session, open, rests: toBid };
  const made = isFirst ? first.bids : toBid.length > 0 ? await task.makeBids(request) : [];
  const bids = made.filter(({ steps }) => steps.length > 0);
  const standing =
    known ?? placedStage({ date, session, first: isOpen && !isFirst ? first : undefined, now });
  if (!known && bids.length === 0 && standing.bids.length === 0) return undefined;
  const isByCurves = known ? isMadeFrom(known, inputs) : isOpen;
  const isNew =
    isByCurves && !isFirst
      ? isMoved(standing.bids, bids)
      : JSON.stringify(bids) !== JSON.stringify(standing.bids);
  const { revision } = standing;
  const stage = {
    ...standing,
    ...(isNew && { bids, revision: revision + 1, madeAt: now }),
    basis,
    result: null,
  };
  const superseded = isNew && standing.bids.length > 0 ? bidSet(standing) : undefined;
  return { stage, isReplanned: isNew && !isFirst, ...(superseded && { superseded }) };
}

/** Whether a stage's bids are from these inputs, whatever the curves. */
function isMadeFrom({ basis, result }: PlanStage, inputs: string): boolean {
  return !result && basis.startsWith(inputs);
}

/** Names the curves of a day between open sessions. */
function curveNames(
  curves: readonly CurveVersion[],
  date: string,
  open: readonly Session[],
): string {
  const own = curves.filter((each) => {
    return each.date === date && open.includes(each.earlier) && open.includes(each.later);
  });
  const names = own.map(({ earlier, later, generatedAt }) => {
    return `${earlier} ${later} ${generatedAt.toISOString()}`;
  });
  return names.sort().join();
}

function bidSet({ date, session, revision, madeAt, bids }: PlanStage): BidSet {
  return { date, session, revision, madeAt, bids };
}
