import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { formatWeekday } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Bars } from './bars.tsx';
import type { DeviationRow, Grouping } from './data.ts';
import { deviationFigure, isTimeline } from './figure.ts';
import { t } from './texts.ts';

interface ByTimeProps {
  readonly rows: readonly DeviationRow[];
  readonly by: Grouping;
}

/** Draws rows: over time as a chart, those of the same hour or weekday as bars. */
export function ByTime({ rows, by }: ByTimeProps) {
  const figure = useMemo(() => (isTimeline(by) ? deviationFigure(rows) : undefined), [rows, by]);
  if (rows.length === 0) return null;
  if (figure) return <Chart isInAddress figure={figure} fileName="deviation.csv" height={220} />;
  return (
    <Bars
      title={fill(t.overBy, { by: t[by].toLowerCase() })}
      unit="EUR"
      bars={rows.map((row) => ({ label: labelOf(row), value: Number(row.cost_over_day_ahead) }))}
    />
  );
}

/** Names the hour, weekday or month of a row. */
export function labelOf({ hour, weekday, month = '' }: DeviationRow): string {
  if (hour !== undefined) return String(hour);
  return weekday === undefined ? month : formatWeekday(weekday);
}
