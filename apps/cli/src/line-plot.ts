import type { Frame, Style } from '@solano/svg';
import { gridLines, stroke, text } from '@solano/svg';
import { type ScaleLinear, type ScaleTime, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

export const TICKS = 6;
/** What is drawn first, and what it is compared with. */
export const OWN: Style = { colour: '#0072b2', dashes: 'none' };
export const OTHER: Style = { colour: '#c24a00', dashes: '6 4' };

export type Point = readonly [x: number, y: number];
type Scale = ScaleLinear<number, number> | ScaleTime<number, number>;

/** A scale from 0 to the highest point, or to 1. */
export function upTo(
  points: readonly Point[],
  { top, bottom }: Frame,
): ScaleLinear<number, number> {
  const max = Math.max(...points.map(([, y]) => y), 0);
  return scaleLinear<number>()
    .domain([0, max === 0 ? 1 : max])
    .nice(TICKS)
    .range([bottom, top]);
}

/** A line through points. */
export function path(points: readonly Point[], x: Scale, y: Scale, style: Style): string {
  const drawn = line<Point>()
    .x(([at]) => x(at))
    .y(([, value]) => y(value))
    .digits(2)([...points]);
  return `<path d="${drawn ?? ''}" fill="none" ${stroke(style)} stroke-linecap="butt"/>`;
}

/** The title and the grid of a part of a plot. */
export function frame(bounds: Frame, y: ScaleLinear<number, number>, title: string): string[] {
  return [
    text(bounds.left, bounds.top - 14, title, 'font-weight="bold"'),
    ...gridLines(bounds, y, y.ticks(TICKS), String),
  ];
}

/** The names of what is drawn, {@link OWN} first. */
export function legend(bounds: Frame, names: readonly string[]): string[] {
  return names.flatMap((name, i) => {
    const left = bounds.right - 330 + i * 150;
    const style = i === 0 ? OWN : OTHER;
    return [
      `<path d="M${left},${bounds.top - 18}h32" ${stroke(style)}/>`,
      text(left + 40, bounds.top - 14, name),
    ];
  });
}
