import { SolanoError } from '../errors.ts';
import { parseInstant } from '../time/instant.ts';
import type {
  Purchase,
  PurchaseCursor,
  PurchaseQuery,
  PurchaseStatus,
  PurchaseStore,
} from './purchase.ts';
import { PURCHASE_STATUSES } from './purchase.ts';

/** Rows of a page: as many where nothing is said, and at most. */
export const PURCHASE_PAGE = { usual: 100, most: 1_000 };

const CURSOR = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The filters and the page of a list of purchases, as a caller writes them. */
export interface PurchaseFilters {
  readonly status?: readonly string[] | undefined;
  readonly retailer_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Reads the filters. Errors: `invalid_request` naming the first that makes no sense. */
export function readPurchaseQuery(
  filters: PurchaseFilters,
): Omit<PurchaseQuery, 'customerId' | 'user'> {
  const { status, retailer_id: retailer, created_from, created_to, cursor } = filters;
  return {
    limit: readLimit(filters.limit),
    ...(status && { statuses: status.map(readStatus) }),
    ...(retailer !== undefined && { retailer }),
    ...(created_from !== undefined && { from: readTime('created_from', created_from) }),
    ...(created_to !== undefined && { to: readTime('created_to', created_to) }),
    ...(cursor !== undefined && { after: readCursor(cursor) }),
  };
}

/**
 * A page of a user's purchases, newest first. `nextCursor` asks for the page after it; null where
 * there is none. Errors: `store_unavailable`.
 */
export async function listPurchases(
  purchases: PurchaseStore,
  query: PurchaseQuery,
): Promise<{ purchases: Purchase[]; nextCursor: string | null }> {
  // One more than asked for tells whether there is another page.
  const found = await purchases.list({ ...query, limit: query.limit + 1 });
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return {
    purchases: page,
    nextCursor: last && found.length > page.length ? cursorOf(last) : null,
  };
}

function cursorOf({ createdAt, id }: PurchaseCursor): string {
  return `${createdAt.getTime()}_${id}`;
}

function readCursor(text: string): PurchaseCursor {
  const [, ms, id] = CURSOR.exec(text) ?? [];
  if (ms === undefined || id === undefined) {
    throw new SolanoError('invalid_request', "Parameter 'cursor' is not one that was given out");
  }
  return { createdAt: new Date(Number(ms)), id };
}

function readStatus(text: string): PurchaseStatus {
  const status = PURCHASE_STATUSES.find((known) => known === text);
  if (status) return status;
  const allowed = PURCHASE_STATUSES.join(', ');
  throw new SolanoError('invalid_request', `Parameter 'status' must be one of: ${allowed}`);
}

/** The first millisecond that is not before the instant. */
function readTime(name: string, text: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined) {
    const message = `Parameter '${name}' must be an ISO 8601 date-time`;
    throw new SolanoError('invalid_request', message);
  }
  const hasRest = /\.\d{3}\d*[1-9]/.test(instant);
  return new Date(Date.parse(instant) + (hasRest ? 1 : 0));
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return PURCHASE_PAGE.usual;
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= PURCHASE_PAGE.most) {
    return Number(text);
  }
  const range = `1 to ${PURCHASE_PAGE.most}`;
  throw new SolanoError('invalid_request', `Parameter 'limit' must be a whole number, ${range}`);
}
