import { invalidRequest, type UtcInstant } from '@solano/domain/kernel';
import type { Decision, DecisionStore } from '../decisions/decision.ts';
import type {
  Purchase,
  PurchaseCursor,
  PurchaseParties,
  PurchaseStatus,
  PurchaseStore,
} from './purchase.ts';

/** Rows of a page: the usual number, and the maximum. */
export const PURCHASE_PAGE = { usual: 100, max: 1_000 };

/** Maximum of users and retailers in their list. */
const MAX_PARTIES = 100;

const CURSOR = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Selects purchases of a user. */
export interface PurchaseFilters {
  readonly customerId: string;
  readonly user: string;
  readonly statuses?: readonly PurchaseStatus[] | undefined;
  readonly retailer?: string | undefined;
  /** Created at this instant or later. */
  readonly from?: UtcInstant | undefined;
  /** Created before this instant. */
  readonly to?: UtcInstant | undefined;
  /** Rows of the page. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A purchase with the decision that counts; null where there is none. */
export interface DecidedPurchase extends Purchase {
  readonly decision: Decision | null;
}

/** The users and retailers of a customer's purchases by name, 100 at most. Errors: `store_unavailable`. */
export async function listParties(
  purchases: PurchaseStore,
  customerId: string,
): Promise<PurchaseParties[]> {
  const parties = await purchases.parties(customerId, MAX_PARTIES);
  return parties.sort((a, b) => order(a.user, b.user) || order(a.retailer, b.retailer));
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A page of a user's purchases, newest first. `nextCursor` asks for the page after it; null where
 * there is none. Errors: `invalid_request` for a cursor that was not issued, `store_unavailable`.
 */
export async function listPurchases(
  { purchases, decisions }: { purchases: PurchaseStore; decisions: DecisionStore },
  filters: PurchaseFilters,
): Promise<{ purchases: DecidedPurchase[]; nextCursor: string | null }> {
  const { customerId, user, statuses, retailer, from, to, cursor } = filters;
  const { limit = PURCHASE_PAGE.usual } = filters;
  const found = await purchases.list({
    customerId,
    user,
    // One more than requested shows whether there is another page.
    limit: limit + 1,
    ...(statuses && { statuses }),
    ...(retailer !== undefined && { retailer }),
    ...(from !== undefined && { from: firstMillisecond(from) }),
    ...(to !== undefined && { to: firstMillisecond(to) }),
    ...(cursor !== undefined && { after: readCursor(cursor) }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const newest = await decisions.newest(page.map(({ id }) => id));
  return {
    purchases: page.map((purchase) => {
      const decision = newest.get(purchase.id);
      return { ...purchase, decision: decision && decision.idmodel !== null ? decision : null };
    }),
    nextCursor: last && found.length > page.length ? cursorOf(last) : null,
  };
}

function cursorOf({ createdAt, id }: PurchaseCursor): string {
  return `${createdAt.getTime()}_${id}`;
}

function readCursor(text: string): PurchaseCursor {
  const [, ms, id] = CURSOR.exec(text) ?? [];
  if (ms === undefined || id === undefined) {
    throw invalidRequest(
      `Parameter 'cursor' is not one that was given out: "${text.slice(0, 100)}"`,
    );
  }
  return { createdAt: new Date(Number(ms)), id };
}

/** The first millisecond that is not before the instant. */
function firstMillisecond(instant: UtcInstant): Date {
  const hasRest = /\.\d{3}\d*[1-9]/.test(instant);
  return new Date(Date.parse(instant) + (hasRest ? 1 : 0));
}
