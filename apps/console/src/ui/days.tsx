import type { ComponentChildren } from 'preact';
import { replaceQuery, useRoute } from '../state/router.ts';
import { type Days, lengthOf } from '../time/days.ts';
import { addDays } from '../time/zone.ts';
import { Button } from './button.tsx';
import { Field } from './fields.tsx';
import { common } from './texts.ts';

/** A whole day; an input has the years 0002 to 0202 while 2026 is typed. */
const DAY = /^2\d{3}-\d\d-\d\d$/;

/** Returns the days that the address of the page names; the usual ones if it names none. */
export function useDays(usual: Days, maxDays: number): Days {
  const { query } = useRoute();
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  if (!DAY.test(from) || !DAY.test(to) || Number.isNaN(lengthOf({ from, to }))) return usual;
  return from <= to && lengthOf({ from, to }) <= maxDays ? { from, to } : usual;
}

interface DayFieldsProps {
  readonly days: Days;
  readonly maxDays: number;
  /** What else is chosen beside the days. */
  readonly children?: ComponentChildren;
}

/** Chooses a range of days, which is kept in the address of the page; the other end follows. */
export function DayFields({ days, maxDays, children }: DayFieldsProps) {
  const { from, to } = days;
  const length = lengthOf(days);
  const begin = (day: string) => {
    if (!DAY.test(day)) return;
    const last = addDays(day, maxDays - 1);
    replaceQuery({ from: day, to: to < day ? day : to > last ? last : to });
  };
  const end = (day: string) => {
    if (!DAY.test(day)) return;
    const first = addDays(day, 1 - maxDays);
    replaceQuery({ from: from > day ? day : from < first ? first : from, to: day });
  };
  const move = (by: number) => replaceQuery({ from: addDays(from, by), to: addDays(to, by) });
  return (
    <div class="desk">
      <Button onClick={() => move(-length)}>{common.previous}</Button>
      <Field label={common.from} type="date" value={from} onInput={begin} />
      <Field label={common.to} type="date" value={to} onInput={end} />
      <Button onClick={() => move(length)}>{common.next}</Button>
      {children}
    </div>
  );
}
