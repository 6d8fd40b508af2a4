import type {
  Backtest,
  BacktestDay,
  BacktestModel,
  BacktestTotals,
  OriginDays,
  RuleVerdict,
} from '@solano/domain/desk';
import { counted, spanned } from '../format.ts';
import { aligned, NONE, paragraphs } from '../table.ts';

/** Maximum number of days whose figures are listed one by one. */
const MAX_LINES = 31;

/** Returns a backtest as text: a table of the models, the parts left out, and a table of the days. */
export function backtestText(title: string, result: Backtest): string {
  const { from, to, feePerMegawattHour: fee } = result;
  const sections = [
    [
      `Backtest for ${title}: ${from} to ${to}`,
      `${seriesText(result)}, submitted before the day-ahead gate closes; fee ${fee} EUR/MWh.`,
    ],
    modelTable(result),
    ruleTable(result),
    riskTable(result),
    explanations(result),
    omissions(result),
    hourTable(result),
    dayTable(result),
  ];
  return paragraphs(sections);
}

function seriesText({ isFlat }: Backtest): string {
  return isFlat ? '1 MW throughout each day' : 'A series';
}

/** Returns the totals of the models, the constant rules and perfect foresight, each with its name. */
function totalsByName({
  models,
  foresight,
  benchmarks,
}: Backtest): [string, BacktestTotals | null][] {
  return [
    ...models.map(({ idmodel, name, totals }): [string, BacktestTotals | null] => {
      return [`${idmodel} ${name}`, totals];
    }),
    ['Cap in first auction', benchmarks.cap_first_auction],
    ['Mean spread of 56 days', benchmarks.mean_spread_56_days],
    ['Perfect foresight', foresight],
  ];
}

function modelTable(result: Backtest): string[] {
  const header = ['', 'days', 'cost EUR', 'EUR/MWh', 'model 1 EUR', 'saved EUR', 'saved'];
  return aligned([
    [...header, 'worst-decile day', 'saved EUR', 'of own foresight'],
    ...totalsByName(result).map(([name, totals]) => [name, ...totalCells(totals)]),
  ]);
}

/** Returns what the same days cost by the rule and day-ahead, and what follows from the lead. */
function ruleTable(result: Backtest): string[] {
  const header = ['', 'model 1 EUR', 'model 8 EUR', 'ahead of 8 EUR', '95 %', ''];
  const rows = totalsByName(result).map(([name, totals]) => {
    const { againstRule } = totals ?? {};
    if (!totals || !againstRule) return [name];
    const { cost, lead, leadInterval, verdict } = againstRule;
    return [
      name,
      money(totals.dayAheadCost),
      money(cost),
      money(lead),
      leadInterval ? leadInterval.map(money).join(' to ') : NONE,
      verdictText(verdict, totals.days),
    ];
  });
  return ['Against model 8, the rule, on the same days:', ...aligned([header, ...rows])];
}

function verdictText(verdict: RuleVerdict, days: number): string {
  return verdict === 'few_days' ? `too few days to tell (${days} of 60)` : VERDICTS[verdict];
}

const VERDICTS: Readonly<Record<Exclude<RuleVerdict, 'few_days'>, string>> = {
  better: 'better than the rule with 95 % certainty',
  not_distinguishable: 'not distinguishable from the rule',
  worse: 'worse than the rule with 95 % certainty',
};

function riskTable(result: Backtest): string[] {
  const header = ['', 'saved EUR, 95 %', 'by own foresight', 'worst decile EUR/MW'];
  return aligned([
    [...header, 'mean of worst tenth', 'largest fall EUR', 'from', 'to'],
    ...totalsByName(result).map(([name, totals]) => [name, ...riskCells(totals)]),
  ]);
}

function riskCells(totals: BacktestTotals | null): string[] {
  if (!totals) return [];
  const { savingInterval, boundSaving, worstDecile, drawdown } = totals;
  return [
    savingInterval ? savingInterval.map(money).join(' to ') : NONE,
    money(boundSaving),
    money(worstDecile.perMegawatt),
    money(worstDecile.meanPerMegawatt),
    money(drawdown?.loss),
    drawdown?.from ?? NONE,
    drawdown?.to ?? NONE,
  ];
}

/** Returns the saving in each hour of the day over all days. */
function hourTable(result: Backtest): string[] {
  const others = totalsByName(result).slice(1);
  const names = result.models.slice(1).map(({ idmodel }) => `saved by ${idmodel}`);
  const header = ['', ...names, 'cap first', 'mean spread', 'by foresight'];
  const rows = result.foresight.byHour.map(({ hour }) => [
    `${String(hour).padStart(2, '0')}:00`,
    ...others.map(([, totals]) => money(totals?.byHour[hour]?.saving)),
  ]);
  return ['EUR by the hour:', ...aligned([header, ...rows])];
}

/** Returns the sources of the figures. */
function explanations({ datesByHour, origins }: Backtest): string[] {
  const lines = [
    'Share of foresight: saving ÷ saving with known prices under the same limits; under the caps of model 3 for the last three rows.',
  ];
  const originsText = (days: readonly OriginDays[]) => {
    return days.map((each) => `${each.origin} on ${counted(each.days, 'day')}`).join(', ');
  };
  if (origins.predictions.length > 0)
    lines.push(`Predictions: ${originsText(origins.predictions)}.`);
  if (origins.history.length > 0) lines.push(`Past predictions: ${originsText(origins.history)}.`);
  lines.push(
    'Worst decile: the 10 % quantile of what a day saves per MW of its mean power, and the mean of the worst tenth of the days; 95 %: by a bootstrap of blocks of 7 days.',
  );
  if (datesByHour.length > 0) {
    lines.push(
      `Compared by the hour, as a session has no finer prices, on ${spanned(datesByHour)}.`,
    );
  }
  return lines;
}

function totalCells(totals: BacktestTotals | null): string[] {
  if (!totals) return ['0'];
  return [
    String(totals.days),
    money(totals.cost),
    totals.costPerMegawattHour?.toFixed(2) ?? NONE,
    money(totals.dayAheadCost),
    money(totals.saving),
    percent(totals.savingPercent),
    totals.worstDecile.date,
    money(totals.worstDecile.saving),
    percent(totals.foresightPercent),
  ];
}

/** Returns a line for each kind of data that the figures leave out. */
function omissions(result: Backtest): string[] {
  const { models, sessionsLeftOut, daysLeftOut, daysWithoutItems } = result;
  const lines = models.flatMap(reasonsOf);
  for (const { session, dates } of sessionsLeftOut) {
    lines.push(`${session} left out, without realised prices, on ${spanned(dates)}.`);
  }
  if (daysLeftOut.length > 0) {
    lines.push(`Left out, without realised day-ahead prices: ${spanned(daysLeftOut)}.`);
  }
  if (daysWithoutItems.length > 0) {
    lines.push(`Left out, as the series buys nothing: ${spanned(daysWithoutItems)}.`);
  }
  return lines;
}

function reasonsOf({ idmodel, leftOut }: BacktestModel): string[] {
  return leftOut.map(({ reason, days }) => {
    return `Model ${idmodel} left out on ${counted(days, 'day')}: ${reason}.`;
  });
}

function dayTable({ models, days }: Backtest): string[] {
  if (days.length > MAX_LINES) return ['The figures of each day: --json.'];
  const others = models.slice(1).map(({ idmodel }) => idmodel);
  const header = ['', 'sessions', 'cost of 1', ...others.map((id) => `saved by ${id}`)];
  const rows = days.map((day) => [
    day.date,
    day.sessions.join(' '),
    money(day.models[0]?.cost),
    ...others.map((id) => money(savingOf(day, id))),
    money(day.foresight.saving),
  ]);
  return ['EUR per day:', ...aligned([[...header, 'by foresight'], ...rows], 2)];
}

function savingOf({ models }: BacktestDay, id: number): number | undefined {
  return models.find(({ idmodel }) => idmodel === id)?.saving;
}

function money(euros: number | undefined): string {
  return euros === undefined ? NONE : euros.toFixed(2);
}

function percent(value: number | null): string {
  return value === null ? NONE : `${value.toFixed(2)} %`;
}
