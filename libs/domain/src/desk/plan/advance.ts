import type { Session } from '@solano/domain/market';
import { GRID_WATTS, wattsOf } from '../bids/bid.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExecutedPeriod, PlannedBid, PlanStage } from './plan.ts';
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
}

/** What a plan is made from. */
export interface PlanTask extends PlanPrices {
  /** Names the outputs that the purchase has. */
  readonly outputs: string;
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
}

/**
 * What has become of a plan: the results of sessions whose gates have closed, and the bids of the next one.
 * Rests are bid in whole watts. The same inputs change nothing more. Errors: those of `makeBids`.
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
  const basis = JSON.stringify([task.outputs, open, own.map(({ watts }) => watts)]);
  if (known && known.basis === basis && !known.result) return undefined;
  const toBid = own.filter(({ watts }) => Math.abs(watts) >= GRID_WATTS);
  // Those that came with the outputs hold unless a session that they leave something to was cancelled.
  const isFirst = first?.session === session && first.sessions.every((each) => open.includes(each));
  const request = { date, session, open, rests: toBid };
  const made = isFirst ? first.bids : toBid.length > 0 ? await task.makeBids(request) : [];
  const bids = made.filter(({ steps }) => steps.length > 0);
  if (!known && bids.length === 0) return undefined;
  const isNew = JSON.stringify(bids) !== JSON.stringify(known?.bids ?? []);
  const stage = {
    ...(known ?? placedStage({ date, session, first: undefined, now })),
    ...(isNew && { bids, revision: (known?.revision ?? 0) + 1, madeAt: now }),
    basis,
    result: null,
  };
  return { stage, isReplanned: isNew && !isFirst };
}
