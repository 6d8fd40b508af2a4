import { endOf, type Figure, type Series } from '../figure/figure.ts';
import { zoneName } from '../i18n/zone-name.ts';
import { clockText } from '../time/zone.ts';
import { common } from '../ui/texts.ts';
import { timeText } from './period-text.ts';

/**
 * Returns the rows of a figure's file, with its header: instants in UTC and on the clock of the
 * figure, or times of day, of which one that the clock shows twice is first the one of summer time.
 * Titles have the units. Missing values are empty cells.
 */
export function figureRows(figure: Figure): (string | number | null)[][] {
  const { starts, series, zone, isTimeOfDay = false } = figure;
  const clocks = isTimeOfDay
    ? [{ name: '', text: (at: number) => timeText(figure, at) }]
    : [...new Set(['UTC', zone])].map((each) => ({
        name: ` (${zoneName(each)})`,
        text: (at: number) => clockText(at, each),
      }));
  return [
    [
      ...clocks.flatMap(({ name }) => [common.from, common.to].map((end) => `${end}${name}`)),
      ...series.map((line) => titleOf(line, figure)),
    ],
    ...starts.map((start, index) => [
      ...clocks.flatMap(({ text }) => [start, endOf(figure, index)].map(text)),
      ...series.map(({ values }) => values[index] ?? null),
    ]),
  ];
}

/** Returns the title of a series with its unit, which many have in their label. */
function titleOf({ label, isRight = false }: Series, { unit, rightUnit }: Figure): string {
  const own = isRight ? (rightUnit ?? unit) : unit;
  return label.includes(own) ? label : `${label} (${own})`;
}
