import {
  type DecideDeps,
  type DecisionStore,
  type DeliveredPurchase,
  decide,
  deliveryTimes,
  type PastPurchase,
  type Purchase,
  type PurchaseInputs,
  type PurchaseSplitter,
  type PurchaseStore,
  readSeries,
  submitPurchase,
} from '@solano/domain/desk';
import { PastInputs } from '@solano/domain/desk/past';
import { NO_SOLVER, realisedCosts, splitToText } from '@solano/domain/desk/split';
import {
  batchesOf,
  type Clock,
  DAY_MS,
  type DayRange,
  type Digest,
  dateAfter,
  dateAt,
  datesBetween,
  dayOf,
  HOUR_MS,
  isSolanoError,
  labelOf,
  MINUTE_MS,
  madridInstant,
  SECOND_MS,
  startOfDate,
} from '@solano/domain/kernel';
import { gateClosure, SESSIONS } from '@solano/domain/market';
import type { AuditSource } from '@solano/domain/service';
import { DEMO_PORTFOLIO, expectedConsumption } from './demo-power.ts';

/** Hour of the Madrid clock of the day before delivery at which the desk submits, and decides. */
const SUBMITS_AT = 9;
const DECIDES_AT = 11;
/** How long the models took. */
const COMPUTED_AFTER_MS = 2 * SECOND_MS;
/** How long before the first gate the desk decides what nobody has decided: two rounds of the refresh. */
const DECIDES_BEFORE_MS = 20 * MINUTE_MS;
/** The models with which the desk goes, in order of preference. */
const PREFERRED = [4, 3, 1];
/** Days before today of which all models were computed that are on; before them, those that the desk compared. */
const ALL_MODELS_DAYS = 14;
const COMPARED_MODELS = [1, 3];
/** Days whose purchases are added together. */
const BATCH_SIZE = 31;
/** Days of errors that the models knew: as few as they learn from. */
const HISTORY_DAYS = 60;

export interface DemoPurchaseDeps extends DecideDeps {
  readonly newId: () => string;
  readonly purchases: PurchaseStore;
  readonly decisions: DecisionStore;
  readonly inputs: PurchaseInputs;
  readonly splitter: Pick<PurchaseSplitter, 'split' | 'evaluate'>;
  readonly digest: Digest;
  readonly clock: Clock;
}

/**
 * Sees to it that something was bought for yesterday and today, decided in time, and that a purchase for
 * tomorrow waits for a decision until shortly before its first gate. Of a day for which anything was
 * submitted nothing is added. Errors: `store_unavailable`, `engine_unavailable`.
 */
export async function putDemoPurchases(
  deps: DemoPurchaseDeps,
  source: AuditSource,
  customerId: string,
): Promise<void> {
  const today = dateAt(deps.clock().getTime());
  const [yesterday, tomorrow] = [dateAfter(today, -1), dateAfter(today, 1)];
  const known = await demoPurchases(deps, customerId, yesterday, tomorrow);
  const isFor = (date: string) => known.some((each) => delivers(each, date));
  const days = [yesterday, today].filter((date) => !isFor(date));
  if (days.length > 0) await addPast(deps, source, customerId, days);
  if (!isFor(tomorrow)) await submit(deps, source, customerId, tomorrow);
  const waiting = known.filter((each) => isOwn(each) && delivers(each, tomorrow));
  for (const each of waiting) await decideInTime(deps, source, each, tomorrow);
}

/**
 * Adds the purchases of past days, with their decisions, of which there are none. Errors: `store_unavailable`,
 * `engine_unavailable`.
 */
export async function putPastPurchases(
  deps: DemoPurchaseDeps,
  source: AuditSource,
  customerId: string,
  { from, to }: DayRange,
): Promise<void> {
  const known = await demoPurchases(deps, customerId, from, to);
  const days = datesBetween(from, to).filter((date) => !known.some((each) => delivers(each, date)));
  if (days.length > 0) await addPast(deps, source, customerId, days);
}

/** The purchases of the demonstration's portfolio of which it is known that they deliver in some days. */
export async function demoPurchases(
  { purchases }: { readonly purchases: Pick<PurchaseStore, 'delivered'> },
  customerId: string,
  from: string,
  to: string,
): Promise<DeliveredPurchase[]> {
  const window = {
    from: new Date(startOfDate(from)),
    to: new Date(startOfDate(dateAfter(to, 1))),
  };
  const found: DeliveredPurchase[] = [];
  for await (const each of purchases.delivered(customerId, DEMO_PORTFOLIO, window)) {
    if (each.purchase.deliversFrom !== null) found.push(each);
  }
  return found;
}

/** Whether a purchase delivers on a Madrid day. */
export function delivers({ purchase }: DeliveredPurchase, date: string): boolean {
  const { deliversFrom, deliversTo } = purchase;
  if (deliversFrom === null || deliversTo === null) return false;
  // Whole days apart are told without their clocks: a year of purchases is looked through for each of its days.
  const noon = Date.parse(`${date}T12:00Z`);
  if (deliversFrom.getTime() > noon + DAY_MS || deliversTo.getTime() < noon - DAY_MS) return false;
  const [start, end] = [startOfDate(date), startOfDate(dateAfter(date, 1))];
  return deliversFrom.getTime() < end && deliversTo.getTime() > start;
}

/** No request submitted it. */
function isOwn({ purchase }: DeliveredPurchase): boolean {
  return purchase.requestId === null;
}

/** The MW that the desk expects to need in each hour of a day, as they are submitted. */
export function expectedSeries(date: string): { datetime: string; purchase: number }[] {
  const [start, end] = [startOfDate(date), startOfDate(dateAfter(date, 1))];
  return Array.from({ length: (end - start) / HOUR_MS }, (_, i) => {
    const from = start + i * HOUR_MS;
    const megawatts = Math.round(expectedConsumption(from + HOUR_MS / 2) * 10) / 10;
    return { datetime: labelOf(from + HOUR_MS), purchase: megawatts };
  });
}

function submissionOf(customerId: string, date: string) {
  const items = readSeries(expectedSeries(date));
  const series = JSON.stringify(expectedSeries(date));
  return { customerId, ...DEMO_PORTFOLIO, rows: items.length, ...deliveryTimes(items), series };
}

async function submit(
  deps: DemoPurchaseDeps,
  author: AuditSource,
  customerId: string,
  date: string,
): Promise<void> {
  const submission = { ...submissionOf(customerId, date), author };
  await submitPurchase({ ...deps, maxWaitingPurchases: 0 }, submission);
}

/**
 * Adds purchases as the desk would have made them on the days before delivery: the models compute each from
 * what was known then, and it was decided before the first gate. The audit log has the time at which they are
 * added.
 *
 * @param dates in their order.
 */
async function addPast(
  deps: DemoPurchaseDeps,
  source: AuditSource,
  customerId: string,
  dates: readonly string[],
): Promise<void> {
  const recent = dateAfter(dateAt(deps.clock().getTime()), -ALL_MODELS_DAYS);
  const range = { from: dates[0] as string, to: dates.at(-1) as string };
  const inputs = await PastInputs.open(deps.inputs.deps, customerId, range, HISTORY_DAYS);
  for (const batch of batchesOf(dates, BATCH_SIZE)) {
    const made: PastPurchase[] = [];
    for (const date of batch) {
      const isRecent = date >= recent;
      made.push(await pastPurchase(deps, source, inputs, { customerId, date, isRecent }));
    }
    await addBatch(deps, made);
  }
}

async function addBatch(
  { purchases }: { readonly purchases: Pick<PurchaseStore, 'addPast'> },
  made: readonly PastPurchase[],
): Promise<void> {
  try {
    await purchases.addPast(made);
  } catch (cause) {
    if (!isSolanoError(cause, 'already_exists')) throw cause;
    // Another process, such as `solano demo` beside the service, has added some of the days.
    if (made.length > 1) for (const each of made) await addBatch({ purchases }, [each]);
  }
}

interface PastDay {
  readonly customerId: string;
  readonly date: string;
  /** All models are computed. */
  readonly isRecent: boolean;
}

async function pastPurchase(
  { splitter, digest, clock }: DemoPurchaseDeps,
  source: AuditSource,
  inputs: PastInputs,
  { customerId, date, isRecent }: PastDay,
): Promise<PastPurchase> {
  const { purchase: submitted, series } = pastSubmission(customerId, date);
  const { status, createdAt, id } = submitted;
  const runs = (idmodel: number) => isRecent || COMPARED_MODELS.includes(idmodel);
  const task = await inputs.of({ purchase: submitted, series }, runs);
  // To send a task to a thread costs more than to compare two models, which takes some milliseconds.
  const split = isRecent ? splitter.split(task) : splitToText(task, { solver: NO_SOLVER, digest });
  const { outputs, evaluation, error } = await split;
  const texts = outputs.map(({ json }) => json);
  const now = clock();
  const worth = await realisedCosts(await inputs.realised(task, texts, now.getTime()));
  const decision = {
    idmodel: preferred(outputs.map((each) => each.idmodel)),
    note: '',
    decidedAt: new Date(madridInstant(dayOf(dateAfter(date, -1)), DECIDES_AT)),
    decidedBy: source.actor,
  };
  const updatedAt = new Date(createdAt.getTime() + COMPUTED_AFTER_MS);
  const settled = { status: 'completed', error, updatedAt, wasSettled: true } as const;
  const entry = { ...source, at: now, customerId, subject: id };
  return {
    purchase: { ...submitted, ...settled },
    series,
    history: [
      { status, at: createdAt, source: 'submission' },
      { status: settled.status, at: updatedAt, source: 'workflow' },
    ],
    outputs,
    evaluation,
    realised: worth.isComplete ? JSON.stringify(worth.realised) : undefined,
    decision,
    entries: [
      { ...entry, action: 'purchase.submit' },
      { ...entry, action: 'purchase.decide' },
    ],
  };
}

/** The id is of the customer and the day, so that no day is added twice. */
function pastSubmission(customerId: string, date: string): { purchase: Purchase; series: string } {
  const { series, ...fields } = submissionOf(customerId, date);
  const createdAt = new Date(madridInstant(dayOf(dateAfter(date, -1)), SUBMITS_AT));
  const digits = date.replaceAll('-', '');
  const purchase: Purchase = {
    id: customerId.slice(0, -digits.length) + digits,
    ...fields,
    status: 'pending',
    error: '',
    requestId: null,
    wasSettled: false,
    createdAt,
    updatedAt: createdAt,
  };
  return { purchase, series };
}

/** Decides a purchase on which there is no decision once its first gate is about to close. */
async function decideInTime(
  deps: DemoPurchaseDeps,
  source: AuditSource,
  { purchase }: DeliveredPurchase,
  date: string,
): Promise<void> {
  const { id, user, customerId, status, createdAt } = purchase;
  const now = deps.clock().getTime();
  const gates = SESSIONS.map((rules) => gateClosure(rules, dayOf(date)));
  const first = gates.find((gate) => gate > createdAt.getTime()) ?? 0;
  const isDue = now >= first - DECIDES_BEFORE_MS && now < first;
  if (status !== 'completed' || !isDue || (await deps.decisions.list(id)).length > 0) return;
  const { outputs = [] } = (await deps.purchases.read(id)) ?? {};
  const idmodel = preferred(outputs.map((each) => each.idmodel));
  await decide(deps, { id, user, customerId }, { idmodel }, source);
}

function preferred(computed: readonly number[]): number {
  return PREFERRED.find((idmodel) => computed.includes(idmodel)) ?? 1;
}
