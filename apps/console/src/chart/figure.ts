import { formatNumber } from '../i18n/format.ts';

/** A line or area of a figure. */
export interface Series {
  readonly label: string;
  /** By the figure's times; null where there is none. */
  readonly values: readonly (number | null)[];
  /** What is drawn, where that is another height than the value: a stack. */
  readonly drawn?: readonly (number | null)[];
  /** The CSS variable of the colour, such as `--md`. */
  readonly color: string;
  readonly isFilled?: boolean;
  readonly dash?: readonly number[];
  readonly decimals?: number;
  /** Against the scale at the right. */
  readonly isRight?: boolean;
  /** Drawn and listed in the table, yet in no legend: the edge of a band. */
  readonly isEdge?: boolean;
}

/** The area between two series. */
interface Band {
  readonly upper: number;
  readonly lower: number;
  readonly color: string;
}

/** An interval that is shaded over the whole height. */
interface Mark {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** A chart over time with all that its table, its file and its description hold. */
export interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly rightUnit?: string;
  /** Starts of the periods, in milliseconds, ascending. */
  readonly starts: readonly number[];
  /** Length of the last period. */
  readonly step: number;
  readonly zone: string;
  readonly series: readonly Series[];
  readonly bands?: readonly Band[];
  readonly marks?: readonly Mark[];
  /** The scale begins at 0. */
  readonly fromZero?: boolean;
}

/** The end of a period, by which prices and purchases name it. */
export function endOf({ starts, step }: Figure, index: number): number {
  return starts[index + 1] ?? (starts[index] ?? 0) + step;
}

/** What a figure shows, in a sentence: the range of each series. */
export function describe({ title, series }: Figure): string {
  const ranges = series
    .filter(({ isEdge }) => !isEdge)
    .map(({ label, values, decimals = 1 }) => {
      const numbers = values.filter((value) => value !== null);
      if (numbers.length === 0) return `${label}: –`;
      const [low, high] = numbers.reduce(
        ([min, max], value) => [Math.min(min, value), Math.max(max, value)],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as [number, number],
      );
      return `${label}: ${formatNumber(low, decimals)} – ${formatNumber(high, decimals)}`;
    });
  return `${title}. ${ranges.join('; ')}`;
}
