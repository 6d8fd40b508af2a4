import type { Schemas } from '../api/client.ts';
import { api, dataOf } from '../api/client.ts';
import { request } from '../api/pending.ts';
import type { Query } from '../api/query.ts';
import { invalidate, useQuery } from '../api/query.ts';
import type { Item } from './paste.ts';

export interface Decision {
  readonly idmodel: number | null;
  readonly note: string | null;
  readonly decided_at: string;
  readonly decided_by: string;
}

export type PurchaseSummary = Schemas['PurchaseSummary'] & { readonly decision?: Decision | null };
export type ModelObject = Schemas['ModelObject'];
export type Status = Schemas['PurchaseStatus'];
export const STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

export interface ModelEvaluation {
  readonly idmodel: number;
  readonly expected_cost: string | null;
  readonly eur_per_mwh: string | null;
  readonly saved: string | null;
  readonly saved_percent: string | number | null;
  readonly worst_decile_cost: string | null;
  readonly mwh: Readonly<Record<string, string | number>>;
  readonly missing: readonly unknown[];
  readonly realised: null | {
    readonly cost: string | null;
    readonly saved: string | null;
    readonly foresight_saved: string | null;
    readonly share_of_foresight: string | number | null;
  };
}

export interface Evaluation {
  readonly models: readonly ModelEvaluation[];
  readonly inputs: {
    readonly markets: readonly {
      readonly market: string;
      readonly generated_at: string | null;
      readonly origin: string | null;
      readonly digest: string | null;
    }[];
    readonly history_days: number | null;
    readonly settings: unknown;
    readonly software: unknown;
  };
  readonly place_by: Readonly<Record<string, string>>;
  readonly cancelled: readonly string[];
}

/** A row of the table: prices and MW by session, as `MD_price`, `MD_buy_mw`, `MD_sell_mw`. */
export type TableRow = Readonly<Record<string, string | number | null>>;

const PAGE_SIZE = 50;

export interface Filter {
  readonly user: string;
  readonly retailer: string;
  readonly status: string;
}

export interface PurchasePage {
  readonly purchases: readonly PurchaseSummary[];
  readonly next_cursor: string | null;
}

/** The newest purchases, so many pages of them. */
export function usePurchases(
  { user, retailer, status }: Filter,
  pages: number,
): Query<PurchasePage> {
  const key =
    user === '' ? undefined : `purchases ${JSON.stringify([user, retailer, status, pages])}`;
  return useQuery(
    key,
    async () => {
      let all: PurchasePage = { purchases: [], next_cursor: null };
      for (let page = 0; page === 0 || (page < pages && all.next_cursor !== null); page += 1) {
        const query = {
          limit: PAGE_SIZE,
          ...(retailer && { retailer_id: retailer }),
          ...(status && { status: [status as Status] }),
          ...(all.next_cursor !== null && { cursor: all.next_cursor }),
        };
        const next = await dataOf(
          api.GET('/api/v0/user/{user}/purchases', { params: { path: { user }, query } }),
        );
        all = { purchases: [...all.purchases, ...next.purchases], next_cursor: next.next_cursor };
      }
      return all;
    },
    10_000,
  );
}

const LIVE_MS = 1_000;

/** A purchase; asked again every second until it is settled. */
export function usePurchase(
  user: string,
  id: string,
  isSettled: boolean,
): Query<Schemas['Purchase']> {
  return useQuery(
    `purchase ${user} ${id}`,
    () => {
      const path = { user, purchase_id: id };
      return dataOf(
        api.GET('/api/v0/user/{user}/purchase/{purchase_id}/get', { params: { path } }),
      );
    },
    isSettled ? undefined : LIVE_MS,
  );
}

export function pathOf(user: string, id: string, what: string): string {
  return `user/${encodeURIComponent(user)}/purchase/${id}/${what}`;
}

function usePart<T>(user: string, id: string, what: string, isReady: boolean): Query<T> {
  const path = pathOf(user, id, what);
  return useQuery(isReady ? `purchase-part ${path}` : undefined, () => request<T>('GET', path));
}

export const useSeries = (user: string, id: string) =>
  usePart<readonly Item[]>(user, id, 'series', true);

export const useEvaluation = (user: string, id: string, isReady: boolean) =>
  usePart<Evaluation>(user, id, 'evaluation', isReady);

export const useTable = (user: string, id: string, idmodel: number | undefined) =>
  usePart<readonly TableRow[]>(
    user,
    id,
    `table?idmodel=${idmodel}&format=json`,
    idmodel !== undefined,
  );

export interface HistoryEntry {
  readonly at: string;
  readonly [field: string]: unknown;
}

export const useHistory = (user: string, id: string) =>
  usePart<readonly HistoryEntry[]>(user, id, 'history', true);

/** Decides for a model, or for none. */
export async function decide(
  user: string,
  id: string,
  idmodel: number | null,
  note: string,
): Promise<Decision> {
  const body = { idmodel, ...(note && { note }) };
  const decision = await request<Decision>('POST', pathOf(user, id, 'decision'), body);
  invalidate('purchase');
  return decision;
}

/** Submits items; the key makes sure that a second click submits nothing. */
export async function submitItems(
  { user, retailer }: { readonly user: string; readonly retailer: string },
  items: readonly Item[],
  idempotencyKey: string,
): Promise<string> {
  const { id } = await dataOf(
    api.POST('/api/v0/user/{user}/submit-purchase', {
      params: {
        path: { user },
        query: { retailer_id: retailer },
        header: { 'Idempotency-Key': idempotencyKey },
      },
      body: { purchase: items.map((item) => ({ ...item })) },
    }),
  );
  invalidate('purchases');
  return id;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Submits a file as it is, CSV or a spreadsheet. */
export async function submitFile(
  { user, retailer }: { readonly user: string; readonly retailer: string },
  file: File,
  labels: string,
): Promise<string> {
  const query = new URLSearchParams({ retailer_id: retailer, labels });
  const path = `user/${encodeURIComponent(user)}/submit-purchase?${query.toString()}`;
  const type = file.name.endsWith('.xlsx') ? XLSX : 'text/csv';
  const { id } = await request<{ id: string }>('POST', path, new Blob([file], { type }));
  invalidate('purchases');
  return id;
}

/** The decision that counts; it comes with the purchase in the list of the user's. */
export function useDecision(user: string, id: string): Query<Decision | null> {
  return useQuery(`purchase-decision ${user} ${id}`, async () => {
    const history = await request<readonly HistoryEntry[]>('GET', pathOf(user, id, 'history'));
    const decisions = history.filter((entry) => 'idmodel' in entry);
    return (decisions.at(-1) as unknown as Decision | undefined) ?? null;
  });
}
