import { dateAfter } from '@solano/domain';
import { counted } from './counted.ts';

/** Days in order, those that follow each other as a span, and their number. */
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
