import { dateAfter } from '@solano/domain/kernel';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Returns a number with its noun: `2 files`, `1 entry`. The plural has an s unless it is named. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns days in order, consecutive ones as a span, and their number. */
export function spanned(dates: readonly string[]): string {
  const spans: [string, string][] = [];
  for (const date of dates) {
    const span = spans.at(-1);
    if (span && dateAfter(span[1], 1) === date) span[1] = date;
    else spans.push([date, date]);
  }
  const texts = spans.map(([first, last]) => (first === last ? first : `${first} to ${last}`));
  return `${texts.join(', ')} (${counted(dates.length, 'day')})`;
}

/** Formats seconds in whole minutes, from two hours on in hours, from two days on in days. */
export function roughDuration(seconds: number): string {
  if (seconds >= 2 * DAY_S) return counted(Math.floor(seconds / DAY_S), 'day');
  if (seconds >= 2 * HOUR_S) return counted(Math.floor(seconds / HOUR_S), 'hour');
  return counted(Math.round(seconds / MINUTE_S), 'minute');
}
