import type { Figure } from '../figure/figure.ts';
import { addDays, DAY_MS, MADRID, startOfDay } from '../time/zone.ts';
import type { DeviationRow, Grouping } from './data.ts';
import { t } from './texts.ts';

/** Groupings whose rows follow each other in time. */
const TIMELINES: readonly Grouping[] = ['period', 'hour', 'day'];

/** Whether rows of a grouping follow each other in time. */
export function isTimeline(by: Grouping): boolean {
  return TIMELINES.includes(by);
}

/** Returns energy short and long with the cost over day-ahead; a time that is not compared is a gap. */
export function deviationFigure(rows: readonly DeviationRow[]): Figure {
  const starts = rows.map(({ start_utc: at, day = '' }) =>
    at === undefined ? startOfDay(day, MADRID) : Date.parse(at),
  );
  const ends = rows.map(({ end_utc: at, day = '' }) =>
    at === undefined ? startOfDay(addDays(day, 1), MADRID) : Date.parse(at),
  );
  return {
    title: t.title,
    unit: 'MWh',
    rightUnit: 'EUR',
    zone: MADRID,
    starts,
    ends,
    step: (ends.at(-1) ?? DAY_MS) - (starts.at(-1) ?? 0),
    fromZero: true,
    series: [
      {
        label: t.short,
        values: rows.map((row) => Number(row.short_mwh)),
        color: '--mid1',
        decimals: 3,
      },
      {
        label: t.long,
        values: rows.map((row) => Number(row.long_mwh)),
        color: '--md',
        dash: [8, 3],
        decimals: 3,
      },
      {
        label: t.over,
        values: rows.map((row) => Number(row.cost_over_day_ahead)),
        color: '--realised',
        dash: [2, 3],
        decimals: 2,
        isRight: true,
      },
    ],
  };
}
