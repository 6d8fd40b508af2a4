import { SESSIONS, type Session } from '@solano/domain/market';
import { type BidStep, MAX_STEPS, type SessionBid, wattsOf } from '../bids/bid.ts';
import { bidsAsMade, type PeriodBids } from '../bids/clearing.ts';
import { type BidCurves, bidsOf } from '../bids/curves.ts';
import type { Slot } from '../models/model.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { matchedRows } from './trades.ts';

/** The steps of an item in one session, as an output keeps them; `datetime` is its label. */
interface PeriodBid {
  readonly datetime: string;
  readonly steps: readonly BidStep[];
}

/** Bids as they are kept with an output: by session, the items for which it is bid, in their order. */
export type OutputBids = Readonly<Partial<Record<Session, readonly PeriodBid[]>>>;

/** @param curves of each slot. */
export function outputBids(slots: readonly Slot[], curves: readonly BidCurves[]): OutputBids {
  const rows = new Map<Session, PeriodBid[]>();
  slots.forEach(({ label, sessions }, i) => {
    const bids = bidsOf(curves[i] as BidCurves);
    for (const session of sessions) {
      const steps = bids.find((each) => each.session === session)?.steps ?? [];
      const own = rows.get(session) ?? [];
      rows.set(session, own);
      own.push({ datetime: label, steps });
    }
  });
  const used = SESSIONS.flatMap(({ session }) => {
    const own = rows.get(session) ?? [];
    return own.some(({ steps }) => steps.length > 0) ? [[session, own] as const] : [];
  });
  return Object.fromEntries(used);
}

/**
 * The bids of each item in a stored output, in market order; undefined where it has none, or a
 * customer's own that are no bids.
 *
 * @param json a model object that was checked when it was stored.
 */
export function bidsOfOutput(
  json: string,
  items: readonly SeriesItem[],
): readonly (readonly SessionBid[])[] | undefined {
  const { bids } = JSON.parse(json) as { readonly bids?: unknown };
  if (!isOutputBids(bids)) return undefined;
  const byItem = items.map((): SessionBid[] => []);
  for (const { session } of SESSIONS) {
    for (const { row, item } of matchedRows(bids[session] ?? [], items)) {
      if (row.steps.length > 0) byItem[item]?.push({ session, steps: row.steps });
    }
  }
  return byItem;
}

/** How each item is bid for by {@link bidsOfOutput}. */
export function periodBids(
  json: string,
  items: readonly SeriesItem[],
): readonly PeriodBids[] | undefined {
  return bidsOfOutput(json, items)?.map((own, i) => {
    const { megawatts } = items[i] as SeriesItem;
    return bidsAsMade(own, wattsOf(Math.abs(megawatts)), megawatts < 0 ? -1 : 1);
  });
}

function isOutputBids(value: unknown): value is OutputBids {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([session, rows]) => {
    return Object.hasOwn(MAX_STEPS, session) && Array.isArray(rows) && rows.every(isPeriodBid);
  });
}

function isPeriodBid(value: unknown): value is PeriodBid {
  if (!isObject(value) || typeof value.datetime !== 'string') return false;
  return Array.isArray(value.steps) && value.steps.every(isStep);
}

/** As the market takes them: prices in cents, and MW that sums keep exact. */
function isStep(value: unknown): value is BidStep {
  if (!isObject(value)) return false;
  const { price, mw } = value;
  const isAmount = Number.isFinite(mw) && Number.isSafeInteger(wattsOf(mw as number));
  if (!isAmount || (mw as number) <= 0) return false;
  return price === null || (Number.isFinite(price) && isInCents(price as number));
}

function isInCents(price: number): boolean {
  return Number.isSafeInteger(Math.round(price * 100)) && Number(price.toFixed(2)) === price;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
