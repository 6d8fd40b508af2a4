import { WHOLE } from '../models/shares.ts';
import type { DayRun, ExactCost } from './backtest-day.ts';
import { EXACT_PER_EURO } from './backtest-day.ts';

const EXACT_PER_CENT = EXACT_PER_EURO / 100;

/** What one way of buying would have paid over the days on which it ran; money in EUR. */
export interface BacktestTotals {
  readonly days: number;
  readonly cost: number;
  /** EUR/MWh, to thousandths. */
  readonly costPerMegawattHour: number;
  /** Cost of model 1 on the same days. */
  readonly dayAheadCost: number;
  /** Cost of model 1 less this one's. */
  readonly saving: number;
  /** Of model 1's cost; null where that is not positive. */
  readonly savingPercent: number | null;
  /** The day at the lower decile of the daily savings, by nearest rank. */
  readonly worstDecile: { readonly date: string; readonly saving: number };
  /** Of what the same way of buying saves with the prices known; null where that is nothing. */
  readonly foresightPercent: number | null;
}

/** What one way of buying paid on a day, beside model 1. */
export interface DayCost {
  readonly run: DayRun;
  readonly cost: ExactCost;
  /** With the realised prices known. */
  readonly bound: ExactCost;
  readonly dayAhead: ExactCost;
}

/** Sums up some days; null where there are none. */
export function totalsOf(days: readonly DayCost[]): BacktestTotals | null {
  if (days.length === 0) return null;
  const cost = sum(days.map((day) => day.cost));
  const dayAhead = sum(days.map((day) => day.dayAhead));
  const possible = sum(days.map((day) => day.dayAhead - day.bound));
  const wholeQuarters = WHOLE * sum(days.map(({ run }) => run.quarters));
  return {
    days: days.length,
    cost: euros(cost),
    costPerMegawattHour: rounded(cost, wholeQuarters) / 1000,
    dayAheadCost: euros(dayAhead),
    saving: euros(dayAhead - cost),
    savingPercent: percentOf(dayAhead - cost, dayAhead),
    worstDecile: worstDecile(days),
    foresightPercent: percentOf(dayAhead - cost, possible),
  };
}

/** In EUR, rounded half up, away from zero, to cents. */
export function euros(cost: ExactCost): number {
  return rounded(cost, EXACT_PER_CENT) / 100;
}

function worstDecile(days: readonly DayCost[]): BacktestTotals['worstDecile'] {
  const savingOf = ({ dayAhead, cost }: DayCost) => dayAhead - cost;
  const sorted = [...days].sort((a, b) => savingOf(a) - savingOf(b));
  const day = sorted[Math.ceil(days.length / 10) - 1] as DayCost;
  return { date: day.run.date, saving: euros(savingOf(day)) };
}

function percentOf(part: ExactCost, whole: ExactCost): number | null {
  return whole > 0 ? rounded((part / whole) * 10_000, 1) / 100 : null;
}

/** How many units a value is, rounded half up, away from zero; never minus zero. */
function rounded(value: number, unit: number): number {
  const size = Math.abs(value);
  const rest = size % unit;
  const units = (size - rest) / unit + (2 * rest >= unit ? 1 : 0);
  return value < 0 ? 0 - units : units;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
