import {
  type ComparedPeriods,
  type DeviationCauses,
  type DeviationFigures,
  type DeviationRow,
  DeviationSum,
  differenceOf,
  euroText,
  mwhText,
  type PublishedDay,
  type PublishedFigures,
} from '@solano/domain/desk';
import { labelOf } from '@solano/domain/kernel';
import { spanJson } from '../measurements/measurement-json.ts';

/** A comparison without its rows. */
export function comparedJson({
  periods,
  missing,
  undecided,
  sessions,
  notBought,
}: ComparedPeriods) {
  const total = new DeviationSum();
  for (const period of periods) total.add(period);
  return {
    currency: 'EUR',
    periods: total.periods,
    missing: missing.map(({ from, to, what }) => {
      const { start_utc, end_utc } = spanJson(from, to);
      return { from: start_utc, to: end_utc, what };
    }),
    undecided,
    sessions: sessions.map(({ session, restsOn, bought, cost }) => {
      return { session, rests_on: restsOn, bought_mwh: mwhText(bought), cost: euroText(cost) };
    }),
    not_bought: notBought.map(({ session, energy }) => ({ session, mwh: mwhText(energy) })),
    total: figuresJson(total.figures),
    causes: causesJson(total.causes),
  };
}

export function deviationRowJson({ key, sum }: DeviationRow) {
  const figures = figuresJson(sum.figures);
  switch (key.by) {
    case 'time':
      return { ...spanJson(key.start, key.end), datetime: labelOf(key.end), ...figures };
    case 'day':
      return { day: key.name, ...figures };
    case 'month':
      return { month: key.name, ...figures };
    case 'hour_of_day':
      return { hour: key.number, ...figures, causes: causesJson(sum.causes) };
    case 'weekday':
      return { weekday: key.number, ...figures, causes: causesJson(sum.causes) };
  }
}

/** What has changed of a day. */
export function deviationRevisionJson(
  before: Pick<PublishedDay, 'figures'>,
  { day, revision, at, figures }: PublishedDay,
) {
  const known = before.figures && figures;
  return {
    day,
    revision,
    changed_at: at,
    before: before.figures && publishedJson(before.figures),
    after: figures && publishedJson(figures),
    difference: known && partsJson(differenceOf(before.figures, figures)),
  };
}

function publishedJson({ periods, ...parts }: PublishedFigures) {
  return { periods, ...partsJson(parts) };
}

function partsJson(parts: DeviationFigures & DeviationCauses) {
  return { ...figuresJson(parts), ...causesJson(parts) };
}

function figuresJson(figures: DeviationFigures) {
  return {
    bought_mwh: figures.boughtMwh,
    measured_mwh: figures.measuredMwh,
    short_mwh: figures.shortMwh,
    long_mwh: figures.longMwh,
    market_cost: figures.marketCost,
    deviation_cost: figures.deviationCost,
    cost_over_day_ahead: figures.costOverDayAhead,
  };
}

export function causesJson({ volumeShort, volumeLong, correction, marketChoice }: DeviationCauses) {
  return {
    volume_short: volumeShort,
    volume_long: volumeLong,
    correction,
    market_choice: marketChoice,
  };
}
