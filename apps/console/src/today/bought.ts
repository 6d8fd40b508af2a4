import type { Desk } from '../desk/desk.tsx';
import { purchasesLink } from '../purchases/purchases-link.ts';
import { linkTo } from '../state/router.ts';

/** The purchases of a day. */
export interface Bought {
  readonly ids: readonly string[];
  /** Their energy in that day; undefined until it is known. */
  readonly mwh: number | undefined;
}

/** The address of the only purchase of a day, or of all. */
export function boughtLink(desk: Desk, day: string, [id, ...others]: readonly string[]): string {
  return id === undefined || others.length > 0
    ? purchasesLink(desk, { from: day, to: day })
    : linkTo(['purchases', desk.user, id]);
}
