import { type Desk, deskQuery } from '../desk/desk.tsx';
import { linkTo } from '../state/router.ts';
import type { Days } from '../time/days.ts';
import { addDays } from '../time/zone.ts';

/** The list is by days of submission; nearly all is submitted within a week before its delivery. */
export const DAYS_BEFORE = 7;

/** Returns the address of the purchases with delivery in some days. */
export function purchasesLink(desk: Desk, { from, to }: Days): string {
  return linkTo(['purchases'], deskQuery(desk, { from: addDays(from, -DAYS_BEFORE), to }));
}
