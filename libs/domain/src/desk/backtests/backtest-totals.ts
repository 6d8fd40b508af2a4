import { blockBootstrap } from '@solano/domain/kernel/statistics';
import { absolute } from '../evaluation/fraction.ts';
import type { DayRun } from './backtest-day.ts';
import { MIN_VERDICT_DAYS, type RuleVerdict } from './backtest-store.ts';
import type { ByHour, ExactCost } from './exact-cost.ts';
import { EXACT_PER_EURO, EXACT_PER_MWH, euros, ratio, sumOfAll, WATTS } from './exact-cost.ts';

/** What one way of buying would have paid over the days on which it ran; money in EUR, to cents. */
export interface BacktestTotals {
  readonly days: number;
  /** MWh bought less sold, to thousandths. */
  readonly megawattHours: number;
  readonly cost: number;
  /** EUR/MWh, to cents; null at 0 MWh. */
  readonly costPerMegawattHour: number | null;
  /** Cost of model 1 on the same days. */
  readonly dayAheadCost: number;
  /** Cost of model 1 less this one's. */
  readonly saving: number;
  /** 95 %, by a bootstrap of blocks of 7 days; null for fewer than 14 days. */
  readonly savingInterval: readonly [number, number] | null;
  /** Against model 8, the rule, on the same days; the rule itself has none, nor results of earlier releases. */
  readonly againstRule?: AgainstRule;
  /** A percentage of model 1's cost; null where that is not positive. */
  readonly savingPercent: number | null;
  readonly worstDecile: WorstDecile;
  /** The largest fall of what was saved since the first day; null where it never fell. */
  readonly drawdown: Drawdown | null;
  /** What the same way of buying saves with the prices known. */
  readonly boundSaving: number;
  /** The saving as a part of that; null where that is nothing. */
  readonly foresightPercent: number | null;
  readonly byHour: ByHour<HourTotals>;
}

interface AgainstRule {
  /** Cost of model 8. */
  readonly cost: number;
  /** Cost of model 8 less this one's. */
  readonly lead: number;
  /** As {@link BacktestTotals.savingInterval}. */
  readonly leadInterval: readonly [number, number] | null;
  readonly verdict: RuleVerdict;
}

/** Whether the interval of a lead lies above 0, below, or neither. */
function verdictOn(interval: AgainstRule['leadInterval'], days: number): RuleVerdict {
  if (!interval || days < MIN_VERDICT_DAYS) return 'few_days';
  const [low, high] = interval;
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'not_distinguishable';
}

/** Days are ranked by the saving per MW of the day's mean power, regardless of sign. */
interface WorstDecile {
  /** The day at the 10 % quantile, by nearest rank. */
  readonly date: string;
  readonly saving: number;
  /** EUR per MW and day: the 10 % quantile. */
  readonly perMegawatt: number;
  /** The mean of the worst tenth of the days, the number of these rounded up. */
  readonly meanPerMegawatt: number;
}

interface Drawdown {
  readonly loss: number;
  /** The first and the last day of the fall. */
  readonly from: string;
  readonly to: string;
}

interface HourTotals {
  /** 0 to 23. */
  readonly hour: number;
  readonly megawattHours: number;
  readonly saving: number;
  /** EUR per MWh bought or sold, to cents; null at 0 MWh. */
  readonly savingPerMegawattHour: number | null;
}

/** What one way of buying paid on a day, beside model 1. */
export interface DayCost {
  readonly run: Pick<DayRun, 'date' | 'minutes' | 'energy' | 'turnover'>;
  readonly cost: ByHour<ExactCost>;
  /** With the realised prices known. */
  readonly bound: ByHour<ExactCost>;
  readonly dayAhead: ByHour<ExactCost>;
  /** Of model 8. */
  readonly rule: ByHour<ExactCost>;
}

/** Sums up some days; null where there are none. */
export function totalsOf(days: readonly DayCost[]): BacktestTotals | null {
  if (days.length === 0) return null;
  const cost = sumOf(days, (day) => sumOfAll(day.cost));
  const dayAhead = sumOf(days, (day) => sumOfAll(day.dayAhead));
  const possible = dayAhead - sumOf(days, (day) => sumOfAll(day.bound));
  const rule = sumOf(days, (day) => sumOfAll(day.rule));
  const leadInterval = intervalOf(days, (day) => sumOfAll(day.rule) - sumOfAll(day.cost));
  const energy = sumOf(days, ({ run }) => sumOfAll(run.energy));
  const saving = dayAhead - cost;
  return {
    days: days.length,
    megawattHours: ratio(energy, EXACT_PER_MWH, 3),
    cost: euros(cost),
    costPerMegawattHour: perMegawattHour(cost, energy),
    dayAheadCost: euros(dayAhead),
    saving: euros(saving),
    savingInterval: intervalOf(days, savingOf),
    againstRule: {
      cost: euros(rule),
      lead: euros(rule - cost),
      leadInterval,
      verdict: verdictOn(leadInterval, days.length),
    },
    savingPercent: percentOf(saving, dayAhead),
    worstDecile: worstDecile(days),
    drawdown: drawdownOf(days),
    boundSaving: euros(possible),
    foresightPercent: percentOf(saving, possible),
    byHour: (days[0] as DayCost).cost.map((_, hour) => hourTotals(days, hour)),
  };
}

function savingOf({ dayAhead, cost }: DayCost): ExactCost {
  return sumOfAll(dayAhead) - sumOfAll(cost);
}

/** The interval of the mean day × the number of days. */
function intervalOf(
  days: readonly DayCost[],
  gain: (day: DayCost) => ExactCost,
): readonly [number, number] | null {
  const one = { sum: 1, count: 1 };
  const sums = days.map((day) => ({
    sum: Number(gain(day)) / Number(EXACT_PER_EURO),
    count: 1,
  }));
  const interval = blockBootstrap(
    sums,
    days.map(() => one),
  );
  if (!interval) return null;
  const [low, high] = interval.map((mean) => Math.round(mean * days.length * 100) / 100 + 0);
  return [low as number, high as number];
}

function worstDecile(days: readonly DayCost[]): WorstDecile {
  const sorted = [...days]
    .map((day) => ({ day, saved: perMegawatt(day) }))
    .sort((a, b) => Number(a.saved) - Number(b.saved));
  const worst = sorted.slice(0, Math.ceil(days.length / 10));
  const { day, saved } = worst.at(-1) as (typeof worst)[number];
  const mean = sumOfAll(worst.map((each) => each.saved));
  return {
    date: day.run.date,
    saving: euros(savingOf(day)),
    perMegawatt: ratio(saved, PER_MEGAWATT, 2),
    meanPerMegawatt: ratio(mean, PER_MEGAWATT * BigInt(worst.length), 2),
  };
}

/** A millionth of a cent: days of different lengths and powers have no common unit. */
const PER_MEGAWATT = 100_000_000n;

/** Saving per MW of the day's mean power, in 1 / {@link PER_MEGAWATT} EUR. */
function perMegawatt(day: DayCost): bigint {
  const { minutes, turnover } = day.run;
  const above = savingOf(day) * BigInt(minutes) * WATTS * PER_MEGAWATT;
  return above / (EXACT_PER_EURO * turnover);
}

function drawdownOf(days: readonly DayCost[]): Drawdown | null {
  let [sum, peak, loss] = [0n, 0n, 0n];
  let start = 0;
  let fall: Drawdown | null = null;
  for (const [i, day] of days.entries()) {
    sum += savingOf(day);
    if (sum >= peak) [peak, start] = [sum, i + 1];
    if (peak - sum <= loss) continue;
    loss = peak - sum;
    fall = { loss: euros(loss), from: (days[start] as DayCost).run.date, to: day.run.date };
  }
  return fall;
}

function hourTotals(days: readonly DayCost[], hour: number): HourTotals {
  const at = (values: ByHour<bigint>) => values[hour] as bigint;
  const energy = sumOf(days, ({ run }) => at(run.energy));
  const saving = sumOf(days, (day) => at(day.dayAhead) - at(day.cost));
  return {
    hour,
    megawattHours: ratio(energy, EXACT_PER_MWH, 3),
    saving: euros(saving),
    savingPerMegawattHour: perMegawattHour(saving, absolute(energy)),
  };
}

function perMegawattHour(cost: ExactCost, energy: bigint): number | null {
  return energy === 0n ? null : ratio(cost * EXACT_PER_MWH, energy * EXACT_PER_EURO, 2);
}

function percentOf(part: ExactCost, whole: ExactCost): number | null {
  return whole > 0n ? ratio(part * 100n, whole, 2) : null;
}

function sumOf(days: readonly DayCost[], value: (day: DayCost) => bigint): bigint {
  return sumOfAll(days.map(value));
}
