import { dateAfter, datesBetween, isDate, SolanoError } from '@solano/domain/kernel';

/** Maximum of days of a backtest: the sums of ten years are still exact. */
const MAX_DAYS = 3660;

/** Madrid days of delivery, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The days of a range. Errors: `invalid_request` naming everything that is wrong with it.
 *
 * @param today the Madrid day: the last one has to be before it.
 */
export function backtestDates(
  { from, to }: DayRange,
  { today, maxDays = MAX_DAYS }: { readonly today: string; readonly maxDays?: number },
): string[] {
  const problems = [from, to]
    .filter((date) => !isDate(date))
    .map((date) => `"${date}" is no day, such as 2026-11-22.`);
  if (problems.length === 0) {
    if (to < from) problems.push(`The last day, ${to}, is before the first, ${from}.`);
    if (to >= today) problems.push(`The last day, ${to}, is not before today, ${today}.`);
    else if (to > dateAfter(from, maxDays - 1)) problems.push(`More than ${maxDays} days.`);
  }
  if (problems.length > 0) throw invalid(problems);
  return datesBetween(from, to);
}

function invalid(problems: readonly string[]): SolanoError {
  return new SolanoError('invalid_request', problems.join(' '), { problems });
}
