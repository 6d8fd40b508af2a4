import { isObject } from '@solano/domain/kernel';
import { SESSIONS, type Session } from '@solano/domain/market';
import { type BidStep, MAX_STEPS, type SessionBid, wattsOf } from '../bids/bid.ts';
import { bidsAsMade, type PeriodBids } from '../bids/clearing.ts';
import { type BidCurves, bidsOf } from '../bids/curves.ts';
import type { Slot } from '../models/model.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { matchedRows, type OutputRows, tradesOfRows } from './trades.ts';

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
  return bidsOfRows(JSON.parse(json) as OutputWithBids, items);
}

function bidsOfRows({ bids }: OutputWithBids, items: readonly SeriesItem[]) {
  return bidFault(bids) ? undefined : bidsByItem(bids as OutputBids, items);
}

interface OutputWithBids {
  readonly bids?: unknown;
}

/** The trades of a stored output, as its rows say, and its bids, see {@link bidsOfOutput}. */
export function tradesAndBids(json: string, items: readonly SeriesItem[]) {
  const output = JSON.parse(json) as OutputRows & OutputWithBids;
  return { ...tradesOfRows(output, items), bids: bidsOfRows(output, items) };
}

/** The bids of each item, in market order. */
export function bidsByItem(
  bids: OutputBids,
  items: readonly SeriesItem[],
): readonly (readonly SessionBid[])[] {
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

interface BidFault {
  /** Below the bids: `.MD[3].steps[0].mw`; empty: the bids themselves. */
  readonly path: string;
  readonly problem: string;
}

/** The first place where a value is no {@link OutputBids}; undefined where it is. */
export function bidFault(value: unknown): BidFault | undefined {
  if (!isObject(value)) return mustBe('an object of session arrays');
  for (const [session, rows] of Object.entries(value)) {
    const fault = Object.hasOwn(MAX_STEPS, session)
      ? arrayFault(rows, 'an array of rows', rowFault)
      : mustBe(`one of the sessions ${Object.keys(MAX_STEPS).join(', ')}`);
    if (fault) return under(`.${session}`, fault);
  }
  return undefined;
}

function arrayFault(
  value: unknown,
  what: string,
  faultOf: (element: unknown) => BidFault | undefined,
): BidFault | undefined {
  if (!Array.isArray(value)) return mustBe(what);
  for (const [i, element] of value.entries()) {
    const fault = faultOf(element);
    if (fault) return under(`[${i}]`, fault);
  }
  return undefined;
}

function rowFault(row: unknown): BidFault | undefined {
  if (!isObject(row)) return mustBe('an object');
  if (typeof row.datetime !== 'string') {
    return under('.datetime', mustBe('a datetime in the format YYYY-MM-DD HH:MM'));
  }
  const fault = arrayFault(row.steps, 'an array of steps', stepFault);
  return fault && under('.steps', fault);
}

/** As the market takes them: prices in cents, and MW that sums keep exact. */
function stepFault(step: unknown): BidFault | undefined {
  if (!isObject(step)) return mustBe('an object');
  const { price, mw } = step;
  const watts = typeof mw === 'number' ? wattsOf(mw) : 0;
  if (!Number.isSafeInteger(watts) || watts <= 0) {
    return under('.mw', mustBe('a number of MW from 0.000001 to 9007199254'));
  }
  if (price === null || (typeof price === 'number' && isInCents(price))) return undefined;
  return under('.price', mustBe('a number of EUR/MWh with two decimals at most, or null'));
}

function isInCents(price: number): boolean {
  return Number.isSafeInteger(Math.round(price * 100)) && Number(price.toFixed(2)) === price;
}

function mustBe(what: string): BidFault {
  return { path: '', problem: `must be ${what}` };
}

function under(parent: string, { path, problem }: BidFault): BidFault {
  return { path: `${parent}${path}`, problem };
}
