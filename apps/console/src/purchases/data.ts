import type { operations } from '@solano/client';
import { invalidate } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';
import { addDays, MADRID, startOfDay } from '../time/zone.ts';
import type { FileReading } from '../uploads/file-check.ts';

/** An item of a purchase: the end of its period on the clock of Madrid, and MW. */
export type Item = Pick<Schemas['PurchaseItem'], 'datetime' | 'purchase'>;

export type Purchase = Schemas['Purchase'];
export type ListedPurchase = Schemas['ListedPurchase'];
export type ModelObject = Schemas['ModelObject'];
export type Status = Schemas['PurchaseStatus'];
export const STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

export type Evaluation = Schemas['PurchaseEvaluation'];
export type ModelEvaluation = Schemas['EvaluatedModel'];

/** A row of the table: prices and MW by session, as `MD_price`, `MD_buy_mw`, `MD_sell_mw`. */
export type TableRow = Schemas['PurchaseTableRow'];

const PAGE_SIZE = 50;
/** Maximum purchases of one request. */
const MAX_PAGE_SIZE = 1_000;
const LIST_REFRESH_MS = 10_000;

/** The filter of listed purchases; empty texts do not filter. */
export interface Filter {
  readonly user: string;
  readonly retailer: string;
  readonly status: string;
  /** First and last day of submission in Madrid, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

export interface PurchasePage {
  readonly purchases: readonly ListedPurchase[];
  readonly next_cursor: string | null;
}

/** Loads a number of pages of the newest purchases. */
export function usePurchases(filter: Filter, pages: number): Query<PurchasePage> {
  const key = filter.user === '' ? undefined : `purchases ${JSON.stringify([filter, pages])}`;
  return useQuery(key, () => loadPurchases(filter, pages * PAGE_SIZE), LIST_REFRESH_MS);
}

/** Loads the newest purchases up to a number, with their evaluations. */
export async function loadPurchases(
  { user, retailer, status, from, to }: Filter,
  max: number,
): Promise<PurchasePage> {
  let all: PurchasePage = { purchases: [], next_cursor: null };
  const instant = (day: string) => new Date(startOfDay(day, MADRID)).toISOString();
  do {
    const query = {
      evaluation: 'true' as const,
      limit: Math.min(max - all.purchases.length, MAX_PAGE_SIZE),
      ...(retailer && { retailer_id: retailer }),
      ...(status && { status: [status as Status] }),
      ...(from && { created_from: instant(from) }),
      ...(to && { created_to: instant(addDays(to, 1)) }),
      ...(all.next_cursor !== null && { cursor: all.next_cursor }),
    };
    const next = await dataOf(
      api.GET('/api/v0/user/{user}/purchases', { params: { path: { user }, query } }),
    );
    all = { purchases: [...all.purchases, ...next.purchases], next_cursor: next.next_cursor };
  } while (all.next_cursor !== null && all.purchases.length < max);
  return all;
}

/** Loads a purchase in the form of the list: with its retailer and its evaluation. */
export function useListed(
  user: string,
  { id, created_at: at, status }: Pick<Purchase, 'id' | 'created_at' | 'status'>,
): Query<ListedPurchase | undefined> {
  return useQuery(`purchase-listed ${user} ${id} ${status}`, async () => {
    const query = {
      evaluation: 'true' as const,
      created_from: at,
      created_to: new Date(Date.parse(at) + 1).toISOString(),
    };
    const { purchases } = await dataOf(
      api.GET('/api/v0/user/{user}/purchases', { params: { path: { user }, query } }),
    );
    return purchases.find((each) => each.id === id);
  });
}

export function pathOf(user: string, id: string, what: string): string {
  return `user/${encodeURIComponent(user)}/purchase/${id}/${what}`;
}

const PATH = '/api/v0/user/{user}/purchase/{purchase_id}';

function paramsOf(user: string, id: string) {
  return { path: { user, purchase_id: id } };
}

const POLL_INTERVAL_MS = 1_000;
/** Results of sessions come once a minute at most. */
const PLAN_INTERVAL_MS = 60_000;

/** Loads a purchase, every second until it is settled. */
export function usePurchase(user: string, id: string, isSettled: boolean): Query<Purchase> {
  const load = () => dataOf(api.GET(`${PATH}/get`, { params: paramsOf(user, id) }));
  return useQuery(`purchase ${user} ${id}`, load, isSettled ? undefined : POLL_INTERVAL_MS);
}

/** Loads the submitted series. */
export function useSeries(user: string, id: string): Query<Item[]> {
  return useQuery(`purchase-series ${user} ${id}`, () => loadSeries(user, id));
}

export function loadSeries(user: string, id: string): Promise<Item[]> {
  return dataOf(api.GET(`${PATH}/series`, { params: paramsOf(user, id) }));
}

export function useEvaluation(user: string, id: string): Query<Evaluation> {
  const load = () => dataOf(api.GET(`${PATH}/evaluation`, { params: paramsOf(user, id) }));
  return useQuery(`purchase-evaluation ${user} ${id}`, load);
}

export type Plan = Schemas['PurchasePlan'];

/** Loads the plan of a purchase decided for model 7. */
export function usePlan(user: string, id: string): Query<Plan> {
  const load = () => dataOf(api.GET(`${PATH}/plan`, { params: paramsOf(user, id) }));
  return useQuery(`purchase-plan ${user} ${id}`, load, PLAN_INTERVAL_MS);
}

/** Loads the bids of a model as they were made. */
export function useBids(user: string, id: string, idmodel: number) {
  const params = { ...paramsOf(user, id), query: { idmodel } };
  return useQuery(`purchase-bids ${user} ${id} ${idmodel}`, () => {
    return dataOf(api.GET(`${PATH}/bids`, { params }));
  });
}

export function useTable(user: string, id: string, idmodel: number): Query<TableRow[]> {
  const load = () => loadTable(user, id, { idmodel });
  return useQuery(`purchase-table ${user} ${id} ${idmodel}`, load);
}

/** Loads the rows of the table with the explanation of each. */
export function useExplanation(user: string, id: string, idmodel: number): Query<TableRow[]> {
  const load = () => loadTable(user, id, { idmodel, explain: 'true' });
  return useQuery(`purchase-explanation ${user} ${id} ${idmodel}`, load);
}

type TableQuery = NonNullable<operations['getPurchaseTable']['parameters']['query']>;

function loadTable(user: string, id: string, query: TableQuery): Promise<TableRow[]> {
  return dataOf(api.GET(`${PATH}/table`, { params: { ...paramsOf(user, id), query } }));
}

/** A change of status, or a decision. */
export type HistoryEntry = Schemas['PurchaseHistory'][number];

/** Loads the history; it is loaded again for each status, which is an entry of it. */
export function useHistory(user: string, id: string, status: Status): Query<HistoryEntry[]> {
  const load = () => dataOf(api.GET(`${PATH}/history`, { params: paramsOf(user, id) }));
  return useQuery(`purchase-history ${user} ${id} ${status}`, load);
}

/** Decides for a model, or for none; the answer says whether that came too late. */
export async function decide(
  user: string,
  id: string,
  idmodel: number | null,
  note: string,
): Promise<Schemas['Decision']> {
  const body = { idmodel, ...(note && { note }) };
  const decision = await dataOf(api.POST(`${PATH}/decision`, { params: paramsOf(user, id), body }));
  invalidate('purchase');
  return decision;
}

type SubmissionQuery = operations['submitPurchase']['parameters']['query'];

/** Options for reading a file; the service detects the omitted ones. */
export type FileForm = Omit<SubmissionQuery, 'retailer_id'>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The service's reading of a file, the whole series included. */
export interface SeriesReading extends FileReading {
  readonly series: readonly Item[];
  readonly delivery: SeriesDelivery | null;
}

export type SeriesDelivery = Schemas['SeriesDelivery'];

/** Sends a file unchanged, CSV or a spreadsheet. */
function sendFile({ user, retailer }: Desk, file: File, form: FileForm, idempotencyKey?: string) {
  const type = /\.xlsx$/i.test(file.name) ? XLSX : 'text/csv';
  return dataOf(
    api.POST('/api/v0/user/{user}/submit-purchase', {
      params: {
        path: { user },
        query: { retailer_id: retailer, ...form },
        header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
      },
      body: file.name,
      // The client writes JSON; a file is sent unchanged.
      bodySerializer: () => file,
      headers: { 'Content-Type': type },
    }),
  );
}

/** A dry run does not depend on user and retailer. */
const NOBODY: Desk = { user: '-', retailer: '-' };

/** Has the service read a file without storing it. */
export async function checkFile(file: File, form: FileForm): Promise<SeriesReading> {
  return (await sendFile(NOBODY, file, { ...form, dry_run: 'true' })) as SeriesReading;
}

/** Submits a file; the key makes sure that a second click submits nothing. */
export async function submitFile(
  desk: Desk,
  file: File,
  form: FileForm,
  idempotencyKey: string,
): Promise<string> {
  const { id } = (await sendFile(desk, file, form, idempotencyKey)) as { id: string };
  invalidate('purchases');
  return id;
}
