import { euroText } from '@solano/domain/desk';
import type { MonthReport, ReportRow, SavingSum } from '@solano/domain/desk/report';
import { dateAt, datesBetween } from '@solano/domain/kernel';
import { type BarChart, type BarValue, barChart } from './charts.ts';
import type { Formats } from './format.ts';
import type { Texts } from './texts.ts';

/** The charts beside the tables, as HTML; none where there is nothing to draw. */
export function reportCharts(report: MonthReport, t: Texts, formats: Formats) {
  const { sessions } = report.compared;
  const format = (value: number) => formats.short(value);
  const chart = (title: string, labels: readonly string[], series: BarChart['series']) => {
    return report.days.length === 0 ? '' : barChart({ title, labels, series, format });
  };
  const costs = (title: string, { labels, valuesOf }: Axis) => {
    const values = valuesOf(({ deviation }) => Number(deviation.figures.deviationCost));
    return chart(title, labels, [{ name: t.deviationCost, values }]);
  };
  const days = dayAxis(report);
  const energy = (name: string, figure: 'boughtMwh' | 'measuredMwh') => {
    return { name, values: days.valuesOf(({ deviation }) => Number(deviation.figures[figure])) };
  };
  const sessionCosts = {
    title: t.sessionChart,
    labels: sessions.map(({ session }) => session),
    series: [{ name: t.marketEur, values: sessions.map(({ cost }) => Number(euroText(cost))) }],
    format,
  };
  return {
    sessions: sessions.length === 0 ? '' : barChart(sessionCosts, 'half'),
    energy: chart(t.energyChart, days.labels, [
      energy(t.boughtName, 'boughtMwh'),
      energy(t.measuredName, 'measuredMwh'),
    ]),
    days: costs(t.dayChart, days),
    hours: costs(t.hourChart, clockAxis(report.hours, HOURS, String)),
    weekdays: costs(
      t.weekdayChart,
      clockAxis(report.weekdays, WEEKDAYS, (day) => formats.weekday(day)),
    ),
  };
}

/** The groups of a chart, those without a compared period too. */
interface Axis {
  readonly labels: readonly string[];
  readonly valuesOf: (figure: (sum: SavingSum) => number) => BarValue[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

function dayAxis({ start, end, days }: MonthReport): Axis {
  const dates = [...datesBetween(dateAt(start), dateAt(end - 1))];
  const labels = dates.map((date) => String(Number(date.slice(-2))));
  return axisOf(labels, dates, days, ({ key }) => ('name' in key ? key.name : ''));
}

function clockAxis(
  rows: readonly ReportRow[],
  numbers: readonly number[],
  label: (number: number) => string,
): Axis {
  const labels = numbers.map(label);
  return axisOf(labels, numbers, rows, ({ key }) => ('number' in key ? key.number : -1));
}

function axisOf<Name>(
  labels: readonly string[],
  names: readonly Name[],
  rows: readonly ReportRow[],
  nameOf: (row: ReportRow) => Name,
): Axis {
  const sums = new Map(rows.map((row) => [nameOf(row), row.sum]));
  return {
    labels,
    valuesOf(figure) {
      return names.map((name) => {
        const sum = sums.get(name);
        return sum ? figure(sum) : null;
      });
    },
  };
}
