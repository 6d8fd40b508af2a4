import { instantOf, two } from './time.ts';

const LABEL_LENGTH = 'YYYY-MM-DD HH:MM'.length;
const MAX = 35_136;
const SERIES = /^\s*\{\s*"purchase"\s*:\s*\[/;

/** How many items there are; the rejection where one is wrong. */
export function countItems(items: unknown): number | string {
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX) return 'bad purchase';
  const seen = new Set<string>();
  for (let i = 0; i < items.length; i += 1) {
    const { datetime, purchase } = items[i] as { datetime: unknown; purchase: unknown };
    if (typeof purchase !== 'number' || !Number.isFinite(purchase)) return `bad number at ${i}`;
    if (typeof datetime !== 'string' || !isLabel(datetime)) return `bad datetime at ${i}`;
    if (seen.has(datetime) && !isShownTwice(datetime)) return `repeated datetime at ${i}`;
    seen.add(datetime);
  }
  return items.length;
}

/** The submitted array as it was sent. */
export function seriesOf(body: string): string {
  if (!SERIES.test(body))
    return JSON.stringify((JSON.parse(body) as { purchase: unknown }).purchase);
  return body.slice(body.indexOf('['), body.lastIndexOf(']') + 1);
}

function isLabel(label: string): boolean {
  if (label.length !== LABEL_LENGTH || label[4] !== '-' || label[7] !== '-') return false;
  if (label[10] !== ' ' || label[13] !== ':') return false;
  const month = two(label, 5);
  const day = two(label, 8);
  const hour = two(label, 11);
  const minute = two(label, 14);
  if (!(two(label, 0) >= 0 && two(label, 2) >= 0 && month >= 1 && month <= 12)) return false;
  if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && day >= 1)) return false;
  if (day > 28 && new Date(instantOf(label)).getUTCDate() !== day) return false;
  // In March the hour from 02:00 on is left out.
  return !(month === 3 && hour === 2 && isLastSunday(label, day));
}

function isShownTwice(label: string): boolean {
  return two(label, 5) === 10 && two(label, 11) === 2 && isLastSunday(label, two(label, 8));
}

function isLastSunday(label: string, day: number): boolean {
  return day > 24 && new Date(instantOf(label)).getUTCDay() === 0;
}
