/** Mean response by one quantity, on lines between points. */
export interface ResponseCurve {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const POINTS = 24;

/** Means of equal shares of the pairs in order of `x`. */
export function fitCurve(x: Float64Array, y: Float64Array): ResponseCurve {
  const order = Array.from(x.keys()).sort((a, b) => (x[a] as number) - (x[b] as number) || a - b);
  const points = Math.min(POINTS, order.length);
  const meanOf = (values: Float64Array, point: number) => {
    const from = Math.floor((point * order.length) / points);
    const to = Math.floor(((point + 1) * order.length) / points);
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += values[order[i] as number] as number;
    return sum / (to - from);
  };
  return {
    x: Float64Array.from({ length: points }, (_, point) => meanOf(x, point)),
    y: Float64Array.from({ length: points }, (_, point) => meanOf(y, point)),
  };
}

/** The ends are level. NaN where `value` is. */
export function onCurve({ x, y }: ResponseCurve, value: number): number {
  if (Number.isNaN(value)) return value;
  let above = 0;
  while (above < x.length && (x[above] as number) < value) above += 1;
  if (above === 0) return y[0] as number;
  if (above === x.length) return y[above - 1] as number;
  const [x0, x1] = [x[above - 1] as number, x[above] as number];
  const [y0, y1] = [y[above - 1] as number, y[above] as number];
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0);
}
