// Purchases as customers send them, and what becomes of them.
import { setTimeout as pause } from 'node:timers/promises';
import { SOURCE } from '@solano/domain/contracts';
import { isSettled, MODELS, type StatusChange, setStrategies } from '@solano/domain/desk';
import { dateAfter, dateAt, labelOf, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import type { Site } from './site.ts';

/** What happened to a purchase; times in ms since its submission. */
export interface PurchaseTimes {
  /** From the request to its response, as the customer sees it. */
  readonly responseMs: number;
  readonly submittedAt: number;
  readonly begunAt: number;
  readonly settledAt: number;
  readonly isCompleted: boolean;
  /** How often it got into a settled state. */
  readonly ends: number;
}

interface Submitted {
  readonly id: string;
  readonly responseMs: number;
}

interface Item {
  readonly datetime: string;
  readonly purchase: number;
}

interface Row {
  readonly datetime: string;
  readonly purchase_percentage: number;
  readonly sale_percentage: number;
}

type Output = { readonly idmodel: number; readonly value: Readonly<Record<string, Row[]>> }[];

/** Of the user and of the retailer. */
const NAME = 'bench';
/** Seldom enough to cost nothing: the times come from the purchases' history. */
const WAIT_MS = 200;
const SHORT_WAIT_MS = 20;
/** The engine that polls its queue does so as often. */
const POLL_MS = 100;
/** The demonstration's predictions reach so many days from today on; some are left in reserve. */
const PREDICTED_DAYS = 9;

/** Consecutive periods: hours of a day, or quarter hours where there are more, all predicted. */
export function series(count: number): Item[] {
  const step = count <= 24 ? 4 * QUARTER_MS : QUARTER_MS;
  const days = Math.ceil((count * step) / (96 * QUARTER_MS));
  const start = startOfDate(dateAfter(dateAt(Date.now()), Math.min(2, PREDICTED_DAYS - days)));
  return Array.from({ length: count }, (_, i) => ({
    datetime: labelOf(start + (i + 1) * step),
    purchase: 5 + (i % 7) / 4,
  }));
}

/** Turns these models on and all others off. */
export async function chooseModels(site: Site, chosen: readonly number[]): Promise<void> {
  const settings = MODELS.map(({ idmodel }) => ({ idmodel, enabled: chosen.includes(idmodel) }));
  const demo = await site.customers.byName('demo');
  const owner = { customerId: demo?.id ?? '', user: NAME, retailer: NAME };
  await setStrategies(
    { strategies: site.strategies, clock: () => new Date() },
    SOURCE,
    owner,
    settings,
  );
}

/** @throws Error where a purchase does not get what each of the models has to give. */
export async function checkOne(
  site: Site,
  items: readonly Item[],
  models: readonly number[],
): Promise<void> {
  const { id } = await submit(site, bodyOf(items));
  await settled(site, id);
  const parsed = await call(site, 'GET', `/purchase/${id}/get`);
  const { status, strategy_output } = parsed as { status: string; strategy_output: Output };
  if (status !== 'completed') throw new Error(`a purchase is ${status}: ${JSON.stringify(parsed)}`);
  for (const idmodel of models) {
    const model = strategy_output.find((each) => each.idmodel === idmodel);
    if (!model) throw new Error(`model ${idmodel} is missing: ${JSON.stringify(parsed)}`);
    const rows = Object.values(model.value).flat();
    const wrong = items.find(({ datetime }) => !isWhole(datetime, items, rows));
    if (wrong) throw new Error(`model ${idmodel} does not give 100 % for ${wrong.datetime}`);
  }
}

/** Whether a label's rows add up to 100 %, or to 200 % where the clock shows it twice. */
function isWhole(datetime: string, items: readonly Item[], rows: readonly Row[]): boolean {
  const parts = rows
    .filter((row) => row.datetime === datetime)
    .map((row) => row.purchase_percentage - row.sale_percentage);
  const wanted = 100 * items.filter((item) => item.datetime === datetime).length;
  return Math.abs(parts.reduce((sum, part) => sum + part, 0) - wanted) < 1e-6;
}

/** Purchases one after the other, each awaited. */
export async function oneAtATime(
  site: Site,
  items: readonly Item[],
  count: number,
): Promise<PurchaseTimes[]> {
  const purchaseTimes: PurchaseTimes[] = [];
  for (let i = 0; i < count; i += 1) {
    const submitted = await submit(site, bodyOf(items));
    await settled(site, submitted.id);
    purchaseTimes.push(await timesOf(site, submitted));
    // Else each would come at the same moment between two polls of the engine.
    await pause(Math.random() * POLL_MS);
  }
  return purchaseTimes;
}

/** Purchases of customers that do not wait for their results, `concurrency` requests at a time. */
export async function allAtOnce(
  site: Site,
  items: readonly Item[],
  { count, concurrency }: { readonly count: number; readonly concurrency: number },
): Promise<{ purchaseTimes: PurchaseTimes[]; submissionSeconds: number }> {
  const body = bodyOf(items);
  const submitted: Submitted[] = [];
  const before = performance.now();
  let sent = 0;
  const customer = async () => {
    while (sent < count) {
      sent += 1;
      submitted.push(await submit(site, body));
    }
    return (performance.now() - before) / 1000;
  };
  const seconds = await Promise.all(Array.from({ length: concurrency }, customer));
  await haveSettled(site);

  const purchaseTimes: PurchaseTimes[] = [];
  for (const each of submitted) purchaseTimes.push(await timesOf(site, each));
  return { purchaseTimes, submissionSeconds: Math.max(...seconds) };
}

async function submit(site: Site, body: string): Promise<Submitted> {
  const before = performance.now();
  const parsed = await call(site, 'POST', `/submit-purchase/${NAME}`, body);
  return { id: (parsed as { id: string }).id, responseMs: performance.now() - before };
}

async function call({ url, key }: Site, method: string, path: string, body?: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v0/user/${NAME}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
}

async function settled({ purchases }: Site, id: string): Promise<void> {
  while (!(await purchases.history(id)).some(isSettled)) await pause(SHORT_WAIT_MS);
}

/** Waits until no purchase is open. */
async function haveSettled({ purchases }: Site): Promise<void> {
  for (;;) {
    const soon = new Date(Date.now() + WAIT_MS);
    const open = await purchases.inStatus(['pending', 'in_progress'], soon, undefined, 1);
    if (open.length === 0) return;
    await pause(WAIT_MS);
  }
}

async function timesOf({ purchases }: Site, { id, responseMs }: Submitted): Promise<PurchaseTimes> {
  const history = await purchases.history(id);
  const at = (found: StatusChange | undefined) => found?.at.getTime() ?? Number.NaN;
  const ends = history.filter(isSettled);
  return {
    responseMs: responseMs,
    submittedAt: at(history[0]),
    begunAt: at(history.find(({ status }) => status === 'in_progress')),
    settledAt: at(ends[0]),
    isCompleted: history.at(-1)?.status === 'completed',
    ends: ends.length,
  };
}

function bodyOf(items: readonly Item[]): string {
  return JSON.stringify({ purchase: items });
}
