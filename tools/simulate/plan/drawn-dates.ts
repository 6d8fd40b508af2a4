import { dateAfter } from '@solano/domain/kernel';

/** Days of 23 and 25 hours, of which markets traded hours and quarter hours. */
const CLOCK_CHANGES = ['2024-10-27', '2025-03-30', '2025-10-26', '2026-03-29'];
const FIRST = '2024-06-14';
const DAYS = 800;

/** So many days (`YYYY-MM-DD`), those on which clocks change first, then evenly from June 2024 on. */
export function drawnDates(count: number): string[] {
  const usual = Math.max(0, count - CLOCK_CHANGES.length);
  const others = Array.from({ length: usual }, (_, i) => {
    return dateAfter(FIRST, Math.floor((i * DAYS) / usual));
  });
  return [...CLOCK_CHANGES, ...others].slice(0, count);
}
