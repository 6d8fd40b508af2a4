import type { Figure } from '../chart/figure.ts';
import { DAY_MS, HOUR_MS, MADRID, MINUTE_MS, startOfDay } from '../time/zone.ts';
import type { DeviationRow, Grouping } from './data.ts';
import { t } from './texts.ts';

/** Lengths of the parts of time that follow each other. */
const STEPS: Readonly<Partial<Record<Grouping, number>>> = {
  period: 15 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/** Whether rows of a grouping follow each other in time. */
export function isTimeline(by: Grouping): boolean {
  return by in STEPS;
}

/** Returns energy short and long with the cost over day-ahead; a time that is not compared is a gap. */
export function deviationFigure(rows: readonly DeviationRow[], by: Grouping): Figure {
  const starts = rows.map(({ start_utc: at, day = '' }) =>
    at === undefined ? startOfDay(day, MADRID) : Date.parse(at),
  );
  const lengths = rows.flatMap(({ start_utc: from, end_utc: to }) =>
    from && to ? [Date.parse(to) - Date.parse(from)] : [],
  );
  return {
    title: t.title,
    unit: 'MWh',
    rightUnit: 'EUR',
    zone: MADRID,
    starts,
    step: lengths[0] ?? STEPS[by] ?? DAY_MS,
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
