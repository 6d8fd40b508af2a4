import { QUARTER_MINUTES, rejectRows } from '@solano/domain/kernel';
import { quartersOf } from './price-curve.ts';
import type { DayRows, ValueRow } from './value-file.ts';

/** All that a day of a series has. */
export interface WholeDay {
  /** Of the series. */
  readonly name: string;
  /** Ends (ms) of its quarter hours. */
  readonly quarters: readonly number[];
  /** Minutes that its periods may have. */
  readonly steps: readonly number[];
}

interface RowProblem {
  readonly line: number;
  readonly reason: string;
}

/**
 * Requires that the days of a file are whole, each of one step.
 *
 * @param whole one for each of the days.
 * @throws SolanoError `invalid_rows` naming every row outside what the series has, and the first row
 *   of each day that is not whole.
 */
export function requireWhole(days: readonly DayRows[], whole: readonly WholeDay[]): void {
  const wrong = days.flatMap((day, i) => problemsOf(day, whole[i] as WholeDay));
  if (wrong.length === 0) return;
  wrong.sort((a, b) => a.line - b.line);
  rejectRows(wrong.map(({ line, reason }) => `line ${line}: ${reason}`));
}

function problemsOf(
  { date, rows, line, series: { stepMinutes, ends } }: DayRows,
  { name, quarters, steps }: WholeDay,
): RowProblem[] {
  if (!steps.includes(stepMinutes)) {
    return [{ line, reason: `${date} has periods of ${stepMinutes} minutes` }];
  }
  const covered = new Set(quarters);
  const outside = ends.flatMap((end, i) => {
    const own = quartersOf({ end, minutes: stepMinutes });
    if (own.every((quarter) => covered.has(quarter))) return [];
    const reason = `the period is not one that ${name} has on ${date}`;
    return [{ line: (rows[i] as ValueRow).line, reason }];
  });
  const periods = (covered.size * QUARTER_MINUTES) / stepMinutes;
  if (outside.length > 0 || ends.length === periods) return outside;
  const found = `${ends.length} of ${periods} periods of ${stepMinutes} minutes`;
  return [{ line, reason: `${date} is not whole: ${found}` }];
}
