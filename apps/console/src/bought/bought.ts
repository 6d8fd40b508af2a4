import { useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';
import { type ListedPurchase, loadSeries } from '../purchases/data.ts';
import { purchasesLink } from '../purchases/purchases-link.ts';
import { linkTo } from '../state/router.ts';
import type { Days } from '../time/days.ts';
import { type BoughtItem, itemsOfDays } from './items.ts';

/** The purchases with delivery in some days. */
export interface Bought {
  readonly ids: readonly string[];
  /** Their items in those days; empty where these cannot be loaded. */
  readonly items: readonly BoughtItem[];
  /** Their energy in those days; undefined where it cannot be loaded. */
  readonly mwh: number | undefined;
}

const NOTHING: Bought = { ids: [], items: [], mwh: 0 };

/** Whether a purchase may deliver in some days: those of one that is not computed yet are unknown. */
function mayDeliver({ status, evaluation }: ListedPurchase, { from, to }: Days): boolean {
  if (status === 'failed') return false;
  return (evaluation?.first_day ?? from) <= to && (evaluation?.last_day ?? to) >= from;
}

/**
 * Returns which of some purchases deliver in some days, those that are still computed included;
 * undefined until that is known.
 */
export function useBought(
  user: string,
  days: Days,
  purchases: readonly ListedPurchase[] | undefined,
): Bought | undefined {
  const ids = purchases?.filter((each) => mayDeliver(each, days)).map(({ id }) => id);
  const isAny = ids !== undefined && ids.length > 0;
  const key = isAny ? `purchase-amounts ${JSON.stringify([user, days, ids])}` : undefined;
  const { data, error } = useQuery(key, () => loadBought(user, days, ids ?? []));
  if (isAny) return data ?? (error === undefined ? undefined : { ids, items: [], mwh: undefined });
  return ids && NOTHING;
}

async function loadBought(user: string, days: Days, ids: readonly string[]): Promise<Bought> {
  const all = await Promise.all(
    ids.map(async (id) => ({ id, items: itemsOfDays(await loadSeries(user, id), days) })),
  );
  const bought = all.filter(({ items }) => items.length > 0);
  const items = bought.flatMap((each) => each.items);
  const mwh = items.reduce((sum, item) => sum + item.mwh, 0);
  return { ids: bought.map(({ id }) => id), items, mwh };
}

/** The address of the only purchase of some days, or of all. */
export function boughtLink(desk: Desk, days: Days, [id, ...others]: readonly string[]): string {
  return id === undefined || others.length > 0
    ? purchasesLink(desk, days)
    : linkTo(['purchases', desk.user, id]);
}
