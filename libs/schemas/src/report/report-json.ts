import { REPORT_RULE } from '@solano/domain/desk';
import type { MonthReport, ReportRow, SavingSum } from '@solano/domain/desk/report';
import { causesJson, comparedJson, deviationRowJson } from '../deviation/deviation-json.ts';

/** The report of a month. */
export function reportJson({ portfolio, month, compared, ...sums }: MonthReport) {
  const { total, ...comparison } = comparedJson(compared);
  return {
    user: portfolio.user,
    retailer_id: portfolio.retailer,
    month,
    ...comparison,
    rule: REPORT_RULE,
    total: { ...total, ...savingsJson(sums.total) },
    days: sums.days.map(rowJson),
    hours: sums.hours.map(rowJson),
    weekdays: sums.weekdays.map(rowJson),
  };
}

function rowJson({ key, sum }: ReportRow) {
  const { deviation } = sum;
  const figures = deviationRowJson({ key, sum: deviation });
  return { ...figures, ...savingsJson(sum), causes: causesJson(deviation.causes) };
}

function savingsJson({ savings }: SavingSum) {
  return {
    day_ahead_only_cost: savings.dayAheadOnlyCost,
    saved_against_day_ahead: savings.savedAgainstDayAhead,
    rule_cost: savings.ruleCost,
    saved_against_rule: savings.savedAgainstRule,
    rule_not_bought_mwh: savings.ruleNotBoughtMwh,
  };
}
