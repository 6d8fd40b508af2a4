import type { Portfolio } from '@solano/domain/service';
import type { ComparedPeriods } from '../deviation/compared-period.ts';
import { type GroupRow, groupPeriods } from '../deviation/group-deviation.ts';
import type { RuleCost } from './rule-cost.ts';
import { type ReportedPeriod, SavingSum } from './saving-sum.ts';

export type ReportRow = GroupRow<SavingSum>;

/** Energy, costs, savings and deviation of a portfolio in a month. */
export interface MonthReport {
  readonly portfolio: Portfolio;
  /** `YYYY-MM`, of Madrid days of delivery. */
  readonly month: string;
  /** (ms) */
  readonly start: number;
  readonly end: number;
  /** What the figures rest on, and what is missing. */
  readonly compared: ComparedPeriods;
  readonly total: SavingSum;
  /** Only those that have a compared period. */
  readonly days: readonly ReportRow[];
  /** By hour of the day, and by weekday. */
  readonly hours: readonly ReportRow[];
  readonly weekdays: readonly ReportRow[];
}

/** @param rules what each period would have cost by the rule. */
export function monthReport(
  span: Pick<MonthReport, 'portfolio' | 'month' | 'start' | 'end'>,
  compared: ComparedPeriods,
  rules: readonly (RuleCost | null)[],
): MonthReport {
  const periods = compared.periods.map((period, i): ReportedPeriod => {
    return { ...period, rule: rules[i] ?? null };
  });
  const total = new SavingSum();
  for (const period of periods) total.add(period);
  const newSum = () => new SavingSum();
  return {
    ...span,
    compared,
    total,
    days: groupPeriods(periods, 'day', newSum),
    hours: groupPeriods(periods, 'hour_of_day', newSum),
    weekdays: groupPeriods(periods, 'weekday', newSum),
  };
}
