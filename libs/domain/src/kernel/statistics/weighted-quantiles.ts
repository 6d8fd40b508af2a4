/**
 * Quantiles of weighted values: each value stands at the middle of its weight, those between lie on lines; the
 * least and the greatest value beyond.
 *
 * @param values ascending, at least one.
 * @param levels ascending, from 0 to 1.
 */
export function weightedQuantiles(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  levels: readonly number[],
): Float64Array {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += weights[i] as number;
  const quantiles = new Float64Array(levels.length);
  let [next, below, position, value] = [0, 0, 0, values[0] as number];
  for (let i = 0; i < values.length; i += 1) {
    const weight = weights[i] as number;
    const own = values[i] as number;
    const middle = (below + weight / 2) / total;
    for (; next < levels.length && (levels[next] as number) <= middle; next += 1) {
      const share = ((levels[next] as number) - position) / (middle - position || 1);
      quantiles[next] = value + share * (own - value);
    }
    below += weight;
    position = middle;
    value = own;
  }
  quantiles.fill(value, next);
  return quantiles;
}
