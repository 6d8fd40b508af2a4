import type { ComponentChildren } from 'preact';
import { formatDate } from '../i18n/format.ts';
import { useUnknown } from '../state/choice.ts';
import { changeQuery, useParameter } from '../state/router.ts';
import { type Days, lengthOf } from '../time/days.ts';
import { addDays } from '../time/zone.ts';
import { Button } from './button.tsx';
import { Field } from './fields.tsx';
import { common } from './texts.ts';

/** A whole day; an input has the years 0002 to 0202 while 2026 is typed. */
const DAY = /^2\d{3}-\d\d-\d\d$/;

export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the days that the address of the page names; the usual ones if it names none. */
export function useDays(usual: Days, maxDays: number): Days {
  const [from = '', to = ''] = [useParameter('from'), useParameter('to')];
  const isKnown = isDay(from) && isDay(to) && from <= to && lengthOf({ from, to }) <= maxDays;
  const isNamed = from !== '' || to !== '';
  useUnknown('from, to', isNamed && !isKnown ? `${from} – ${to}` : undefined);
  return isKnown ? { from, to } : usual;
}

/** Names a day, or the first and the last of some. */
function rangeOf({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => formatDate(`${day}T12:00Z`, 'UTC'));
  return from === to ? `${first}` : `${first} – ${last}`;
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
    if (!isDay(day)) return;
    const last = addDays(day, maxDays - 1);
    changeQuery({ from: day, to: to < day ? day : to > last ? last : to });
  };
  const end = (day: string) => {
    if (!isDay(day)) return;
    const first = addDays(day, 1 - maxDays);
    changeQuery({ from: from > day ? day : from < first ? first : from, to: day });
  };
  const move = (by: number) => changeQuery({ from: addDays(from, by), to: addDays(to, by) });
  return (
    <>
      <p class="printed">{rangeOf(days)}</p>
      <div class="desk">
        <Button onClick={() => move(-length)}>{common.previous}</Button>
        <Field label={common.from} type="date" value={from} onInput={begin} />
        <Field label={common.to} type="date" value={to} onInput={end} />
        <Button onClick={() => move(length)}>{common.next}</Button>
        {children}
      </div>
    </>
  );
}
