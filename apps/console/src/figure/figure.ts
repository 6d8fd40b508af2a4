import { formatNumber } from '../i18n/format.ts';

/** A line or area of a figure. */
export interface Series {
  readonly label: string;
  /** Values by the figure's times; null if there is none. */
  readonly values: readonly (number | null)[];
  /** The drawn heights, if they differ from the values, as in a stack. */
  readonly drawn?: readonly (number | null)[];
  /** The CSS variable of the colour, such as `--md`. */
  readonly color: string;
  readonly isFilled?: boolean;
  /** The CSS variable of the line around what is filled; the colour itself if it is missing. */
  readonly outline?: string;
  /** Whether the line is broad and pale: lines over it stay visible. */
  readonly isBroad?: boolean;
  readonly dash?: readonly number[];
  readonly decimals?: number;
  /** Whether the scale is at the right. */
  readonly isRight?: boolean;
  /** The label of the line of whose band the series is an edge: shown with it, but in no legend. */
  readonly edgeOf?: string;
}

type Values = Series['values'];

/** Returns the edges of a line's band, the upper one first: the area between them is drawn. */
export function bandEdges(
  line: string,
  { p90, p10 }: { readonly p90: Values; readonly p10: Values },
  style: Pick<Series, 'color' | 'decimals'>,
): Series[] {
  return [
    { ...style, label: `${line} p90`, values: p90, edgeOf: line },
    { ...style, label: `${line} p10`, values: p10, edgeOf: line },
  ];
}

/** An interval that is shaded over the whole height, or an instant. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** A chart over time with the data of its table, its file and its description. */
export interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly rightUnit?: string;
  /** Starts of the periods, in milliseconds, ascending. */
  readonly starts: readonly number[];
  /** Length of the last period. */
  readonly step: number;
  /** Ends of the periods, where their lengths differ. */
  readonly ends?: readonly number[];
  readonly zone: string;
  /** Whether only times of day count: days are put over each other. */
  readonly isTimeOfDay?: boolean;
  readonly series: readonly Series[];
  readonly marks?: readonly Mark[];
  /** Whether the scale begins at 0. */
  readonly fromZero?: boolean;
}

export function hasRightAxis({ series }: Figure): boolean {
  return series.some(({ isRight }) => isRight);
}

/** Factor of the step above which a distance is a gap: a day of 25 hours is none. */
const GAP_STEPS = 1.5;

type Periods = Pick<Figure, 'starts' | 'step' | 'ends'>;

/**
 * Returns the end of a period, by which prices and purchases name it: its own one, else the next
 * one's start, unless there is a gap.
 */
export function endOf({ starts, step, ends }: Periods, index: number): number {
  const own = ends?.[index];
  if (own !== undefined) return own;
  const start = starts[index] ?? 0;
  const next = starts[index + 1];
  return next === undefined || next - start > step * GAP_STEPS ? start + step : next;
}

/** Returns the index of the period of an instant; null if there is none. */
export function periodAt(figure: Periods, at: number): number | null {
  const { starts } = figure;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return (starts[low] ?? Number.POSITIVE_INFINITY) <= at && at < endOf(figure, low) ? low : null;
}

/** Describes a figure in a sentence: the range of each series. */
export function describe({ title, series }: Figure): string {
  const ranges = series
    .filter(({ edgeOf }) => edgeOf === undefined)
    .map(({ label, values, decimals = 1 }) => {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const value of values) {
        if (value === null) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      if (low > high) return `${label}: –`;
      return `${label}: ${formatNumber(low, decimals)} – ${formatNumber(high, decimals)}`;
    });
  return `${title}. ${ranges.join('; ')}`;
}
