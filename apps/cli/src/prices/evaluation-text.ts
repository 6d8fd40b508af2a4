import { QUANTILES } from '@solano/domain/market';
import {
  type LeftOutDay,
  type PredictionEvaluation,
  REFERENCES,
  type Significance,
} from '@solano/domain/market/evaluation';
import { counted, spanned } from '../format.ts';
import { aligned, NONE, paragraphs } from '../table.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const RULES = {
  persistence: 'the last day known',
  weekly: 'a week before',
  naive: 'the standard naive',
} as const;
const REASONS = {
  'not realised': 'without realised prices',
  'not predicted': 'without a prediction before the gate',
} as const;

/** Returns an evaluation as text for people. */
export function evaluationText(
  title: string,
  evaluation: PredictionEvaluation,
  significance: Significance,
): string {
  const sections = [
    [title, ...daysOf(evaluation)],
    errors(evaluation, significance),
    rules(evaluation, significance),
    bands(evaluation),
    byHour(evaluation),
    byWeekday(evaluation),
    byLead(evaluation),
  ];
  return paragraphs(evaluation.days.length === 0 ? sections.slice(0, 1) : sections);
}

function daysOf({ days, origins, daysLeftOut }: PredictionEvaluation): string[] {
  const scored = days.length === 0 ? 'No day could be scored.' : `Scored: ${spanned(days)}.`;
  const counts = [...origins].map(([origin, count]) => `${origin} on ${counted(count, 'day')}`);
  const left = Map.groupBy(daysLeftOut, ({ reason }: LeftOutDay) => reason);
  return [
    scored,
    ...(counts.length > 0 ? [`Predictions: ${counts.join(', ')}.`] : []),
    ...[...left].map(([reason, each]) => {
      return `Left out, ${REASONS[reason]}: ${spanned(each.map(({ date }) => date).toSorted())}.`;
    }),
  ];
}

function errors({ mae, rmse, bias }: PredictionEvaluation, { mae: interval }: Significance) {
  const certainty = interval ? ` (95 %: ${interval.map(euros).join(' to ')})` : '';
  return [
    `Mean absolute error ${euros(mae)} EUR/MWh${certainty}, root mean square ${euros(rmse)}, bias ${euros(bias)}.`,
  ];
}

function rules({ rmae }: PredictionEvaluation, { references }: Significance): string[] {
  const rows = REFERENCES.map((name) => {
    const { interval, test } = references[name];
    return [
      RULES[name],
      ratio(rmae[name]),
      interval ? interval.map(ratio).join(' to ') : NONE,
      test ? test.statistic.toFixed(2) : NONE,
      test ? probability(test.p) : NONE,
    ];
  });
  return aligned([['error as a multiple of', '', '95 %', 'Diebold–Mariano', 'p'], ...rows]);
}

function bands({ pinball, coverage, width, calibration }: PredictionEvaluation): string[] {
  if (pinball === null) return ['No quantiles.'];
  const names = Object.keys(coverage) as (keyof typeof coverage)[];
  return [
    `Mean pinball loss ${pinball.toFixed(3)} EUR/MWh.`,
    ...aligned([
      ['central interval', ...names.map((name) => `${name} %`)],
      ['covers', ...names.map((name) => percent(coverage[name]))],
      ['width EUR/MWh', ...names.map((name) => euros(width[name]))],
    ]),
    ...aligned([
      ['quantile', ...QUANTILES.map((quantile) => `${quantile} %`)],
      ['at or below', ...calibration.map(percent)],
    ]),
  ];
}

function byHour(evaluation: PredictionEvaluation): string[] {
  const cells = evaluation.byHour.map((mae, hour) => [String(hour).padStart(2, '0'), euros(mae)]);
  const halves = [cells.slice(0, 12), cells.slice(12)];
  return [
    'Mean absolute error by hour, EUR/MWh:',
    ...halves.flatMap((half) =>
      aligned([half.map(([hour]) => `${hour} h`), half.map(([, mae]) => mae ?? NONE)], 0),
    ),
  ];
}

function byWeekday(evaluation: PredictionEvaluation): string[] {
  return ['By weekday:', ...aligned([WEEKDAYS, evaluation.byWeekday.map(euros)], 0)];
}

function byLead({ leads }: PredictionEvaluation): string[] {
  const rows = leads.map(({ leadDays, days, mae }) => [String(leadDays), String(days), euros(mae)]);
  return ['By days ahead:', ...aligned([['ahead', 'days', 'error'], ...rows])];
}

function euros(value: number | null): string {
  return value === null ? NONE : value.toFixed(2);
}

function ratio(value: number | null): string {
  return value === null ? NONE : value.toFixed(3);
}

function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

function percent(share: number | null): string {
  return share === null ? NONE : `${(100 * share).toFixed(1)} %`;
}
