import { times } from '@solano/domain/contracts/thoroughness';
import { dateAfter, HOUR_MS } from '@solano/domain/kernel';
import { randomNumbers } from '@solano/domain/kernel/statistics';
import type { Session } from '@solano/domain/market';
import { type DrawnDay, drawDay } from '@solano/domain/test/plan-world';
import { describe, expect, test } from 'vitest';
import { GRID_WATTS, wattsOf } from '../bids/bid.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { advancePlan, type ChangedStage, countedPeriods } from './advance.ts';
import type { PlanStage } from './plan.ts';
import { planDays } from './plan-days.ts';

/** Days on which clocks change, and the others: ten years of them in thorough runs. */
const CLOCK_CHANGES = ['2024-10-27', '2025-03-30', '2025-10-26', '2026-03-29'];
const DAYS = times(1) > 1 ? 3_650 : 50;

/** The plan of a drawn day as it goes on, checked at each instant. */
class Course {
  readonly #day: DrawnDay;
  #stages = new Map<Session, PlanStage>();
  /** How many sets of bids others have taken the place of. */
  superseded = 0;

  constructor(day: DrawnDay) {
    this.#day = day;
  }

  get stages(): ReadonlyMap<Session, PlanStage> {
    return this.#stages;
  }

  async advance(now: number): Promise<void> {
    const { taskAt } = this.#day;
    const before = this.#stages;
    const changed = await advancePlan(taskAt(now), [...before.values()], new Date(now));
    const after = new Map(before);
    for (const each of changed) {
      this.#check(each, after, now);
      if (each.superseded) this.superseded += 1;
      after.set(each.stage.session, each.stage);
    }
    this.#stages = after;
    const again = await advancePlan(taskAt(now), [...after.values()], new Date(now));
    demand(again.length === 0, 'nothing more changes', again);
  }

  /** MW in watts that is left of each item. */
  get left(): Map<number, number> {
    const left = new Map(this.#day.items.map((each, i) => [i, wattsOf(each.megawatts)]));
    for (const stage of this.#stages.values()) {
      for (const { item, watts } of countedPeriods(stage) ?? []) {
        left.set(item, (left.get(item) as number) - watts);
      }
    }
    return left;
  }

  #check(
    { stage, superseded, isReplanned }: ChangedStage,
    stages: ReadonlyMap<Session, PlanStage>,
    now: number,
  ): void {
    const { session } = stage;
    const before = stages.get(session);
    const closesAt = closing(this.#day, session);
    const isFrozen = now < closesAt || !before || stage.bids === before.bids;
    demand(isFrozen, 'bids stay after the gate', stage);
    const isKept = before?.result?.status !== 'cleared' || stage.result === before.result;
    demand(isKept, 'a result stays', stage);
    const isNew = JSON.stringify(before?.bids ?? []) !== JSON.stringify(stage.bids);
    // The first bids, where the plan never saw them stand.
    const placed = superseded && !before ? 1 : 0;
    const sets = stage.revision - (before?.revision ?? placed);
    demand(sets === (isNew ? 1 : 0), 'each set of bids is counted once', stage);
    demand(!isReplanned || isNew, 'each set is notified once', stage);
    const isReplacedKept = !isNew || !before?.bids.length || superseded?.bids === before.bids;
    demand(isReplacedKept, 'bids that are replaced are kept', stage);
    if (isNew && now < closesAt) this.#checkBids(stage, [...stages.values()]);
  }

  /** What is bid is what is left, and nothing of what is below the market's step. */
  #checkBids(stage: PlanStage, stages: readonly PlanStage[]): void {
    const others = stages.filter((each) => {
      return closing(this.#day, each.session) < closing(this.#day, stage.session);
    });
    const isFirst = others.length === 0 && stage.revision === 1;
    const wrong = stage.bids.filter(({ item, direction, steps }) => {
      let rest = wattsOf((this.#day.items[item] as SeriesItem).megawatts);
      for (const other of others) {
        rest -= countedPeriods(other)?.find((each) => each.item === item)?.watts ?? 0;
      }
      const bid = steps.reduce((sum, { mw }) => sum + wattsOf(mw), 0);
      const isWhole = steps.every(({ price }) => price !== null) || bid === Math.abs(rest);
      const isSmall = Math.abs(rest) < GRID_WATTS && !isFirst;
      return direction !== Math.sign(rest) || bid > Math.abs(rest) || !isWhole || isSmall;
    });
    demand(wrong.length === 0, 'what is left is bid', wrong);
  }
}

function demand(isSo: boolean, what: string, cause: unknown): void {
  if (!isSo) throw new Error(`Not so: ${what}.`, { cause });
}

function closing({ items }: DrawnDay, session: Session): number {
  const [day] = planDays(items);
  return day?.sessions.find((each) => each.session === session)?.closesAt as number;
}

/** Days, each with its seed. */
function* drawnDays(): Generator<DrawnDay> {
  const days = Array.from({ length: DAYS }, (_, i) => dateAfter('2024-06-14', i));
  for (const [seed, date] of [...CLOCK_CHANGES, ...days].entries()) yield drawDay(date, seed);
}

describe('a plan', () => {
  test('a plan of drawn days buys each item once: what was bought and what is left are the item', async () => {
    let [cancelled, late, replaced, whole, anew] = [0, 0, 0, 0, 0];
    for (const day of drawnDays()) {
      const course = new Course(day);
      const random = randomNumbers(day.items.length);
      const end = Math.max(...day.instants) + 72 * HOUR_MS;
      // A process that is away misses some, and may miss a gate.
      const isAway = random() < 0.5;
      for (const at of day.instants) if (!isAway || random() < 0.8) await course.advance(at);
      await course.advance(end);
      const stages = [...course.stages.values()];
      anew += course.superseded;
      for (const stage of stages) {
        demand(stage.result?.status !== 'late', 'late results come', stage);
        if (stage.result?.status === 'cancelled') cancelled += 1;
        if (stage.executed) replaced += 1;
      }
      if ([...day.fates.values()].some(({ knownAt, session }) => isLateOf(day, session, knownAt)))
        late += 1;
      else if (!isAway && isUndisturbed(day)) {
        whole += 1;
        for (const [item, left] of course.left) {
          const isBought = Math.abs(left) < GRID_WATTS;
          demand(isBought, 'nothing is left of a day without events', { date: day.date, item });
        }
      }
    }
    expect(Math.min(cancelled, late, replaced, whole, anew)).toBeGreaterThan(0);
  });
});

function isLateOf(day: DrawnDay, session: Session, knownAt: number): boolean {
  return Number.isFinite(knownAt) && knownAt > closing(day, session) + 2 * HOUR_MS;
}

function isUndisturbed({ fates }: DrawnDay): boolean {
  return [...fates.values()].every(
    ({ cancelledAt, tradedAt }) => cancelledAt === Infinity && tradedAt === Infinity,
  );
}
