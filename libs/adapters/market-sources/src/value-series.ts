import { MINUTE_MS, parseInstant, rejectRows } from '@solano/domain/kernel';
import type { ValueSeries } from '@solano/domain/market';

/** A value (thousandths) and the start of its period (ms). */
export interface StartedValue {
  readonly start: number;
  readonly value: number;
}

/**
 * The series of values in any order; their step is the smallest distance between two.
 *
 * @throws SolanoError `invalid_rows` for a repeated or a lone value.
 */
export function valueSeries(values: readonly StartedValue[]): ValueSeries {
  const sorted = values.toSorted((a, b) => a.start - b.start);
  let step = Infinity;
  for (let i = 1; i < sorted.length; i += 1) {
    step = Math.min(
      step,
      (sorted[i] as StartedValue).start - (sorted[i - 1] as StartedValue).start,
    );
  }
  if (step === 0) rejectRows(['a period is repeated']);
  if (step === Infinity) rejectRows(['a single value']);
  return {
    stepMinutes: step / MINUTE_MS,
    ends: sorted.map(({ start }) => start + step),
    values: sorted.map(({ value }) => value),
  };
}

/** An ISO 8601 instant in ms, UTC without an offset whatever the zone of this process; NaN for another text. */
export function instantOf(text: string): number {
  return Date.parse(parseInstant(text) ?? '');
}
