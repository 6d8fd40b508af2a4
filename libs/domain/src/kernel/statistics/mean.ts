/** The mean of the values from `from` to before `to`, of all by default; NaN of none. */
export function meanOf(values: ArrayLike<number>, from = 0, to = values.length): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += values[i] as number;
  return sum / (to - from);
}
