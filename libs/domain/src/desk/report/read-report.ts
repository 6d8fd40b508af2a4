import {
  dateAfter,
  dateAt,
  datesOfMonth,
  invalidRequest,
  isMonth,
  NO_PAUSE,
  startOfDate,
} from '@solano/domain/kernel';
import { CachedSpreads } from '@solano/domain/market';
import type { Portfolio } from '@solano/domain/service';
import type { ComparedPeriod } from '../deviation/compared-period.ts';
import {
  type DeviationDeps,
  type DeviationQuery,
  readDeviation,
} from '../deviation/read-deviation.ts';
import { pricedItems } from '../evaluation/realised-prices.ts';
import { ruleCaps } from '../models/hourly-mean.ts';
import { listStrategies, type StrategyStore } from '../strategies/catalogue.ts';
import { type MonthReport, monthReport } from './month-report.ts';
import { type RuleCost, ruleCosts } from './rule-cost.ts';

export interface ReportDeps extends DeviationDeps {
  readonly strategies: Pick<StrategyStore, 'get'>;
  /** Keeps the mean spreads by which the rule buys; default: they are read. */
  readonly spreads?: Pick<CachedSpreads, 'ofDays'>;
}

/** Of which portfolio and month (`YYYY-MM`). */
export interface ReportQuery {
  readonly customerId: string;
  readonly portfolio: Portfolio;
  readonly month: string;
}

/**
 * The report of a month, with what is known of it now. The caps of the rule are those of the portfolio's
 * newest settings. Errors: `invalid_request` for a text that is no month, `store_unavailable`.
 */
export async function readReport(deps: ReportDeps, query: ReportQuery): Promise<MonthReport> {
  const { portfolio, month } = query;
  if (!isMonth(month)) throw invalidRequest(`"${month}" is no month, such as 2026-11.`);
  const dates = datesOfMonth(month);
  const [from, to] = [dates[0] as string, dates.at(-1) as string];
  const compared = await readDeviation(deps, { ...query, from, to });
  const rules = await readRuleCosts(deps, { ...query, from, to }, compared.periods);
  const span = { start: startOfDate(from), end: startOfDate(dateAfter(to, 1)) };
  const report = monthReport({ portfolio, month, ...span }, compared, rules);
  await (deps.pause ?? NO_PAUSE)();
  return report;
}

async function readRuleCosts(
  { strategies, prices, realisedCurves, spreads, clock, pause = NO_PAUSE }: ReportDeps,
  { customerId, portfolio, from, to }: DeviationQuery,
  periods: readonly ComparedPeriod[],
): Promise<(RuleCost | null)[]> {
  if (periods.length === 0) return [];
  const { models } = await listStrategies(strategies, { customerId, ...portfolio });
  const caps = ruleCaps(models);
  const reader = prices.seenBy(customerId);
  const realised = await realisedCurves.of(reader, from, to);
  const now = clock().getTime();
  const days = Map.groupBy(periods, ({ start }) => dateAt(start));
  const means = await (spreads ?? new CachedSpreads()).ofDays(reader, { from, to });
  const costs: (RuleCost | null)[] = [];
  for (const [date, day] of days) {
    const basis = { caps, spreads: means.get(date) ?? {} };
    costs.push(...ruleCosts(day, basis, (items) => pricedItems(items, realised, now)));
    await pause();
  }
  return costs;
}
