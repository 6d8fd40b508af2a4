import { isSolanoError, type ObjectStore, quartersOfDate, toLine } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { Requester } from '../market-data/budget.ts';
import { type SendDeps, sendRequest } from '../market-data/send-request.ts';
import { documentKey, rejectedKey, type ValueSeries } from '../market-data/source.ts';
import type { SourceOutcome } from '../market-data/store-document.ts';
import { periodsProblem } from '../market-data/whole-day.ts';
import {
  type ImbalanceDay,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  isSamePrices,
} from './imbalance-prices.ts';
import { DIRECTIONS, type Direction, type ImbalanceSource } from './imbalance-source.ts';

export interface CollectImbalanceDeps extends SendDeps {
  readonly source: ImbalanceSource;
  readonly imbalance: ImbalancePriceStore;
  readonly objects: Pick<ObjectStore, 'put'>;
}

export interface CollectImbalanceOptions {
  readonly requester: Requester;
  /** Stores nothing. */
  readonly isDryRun?: boolean;
  /** The audit entry that is stored along with prices that an operator requested. */
  readonly entryOf?: ((document: string) => AuditEntry) | undefined;
}

/** The contents of a day's documents. */
type Contents = Readonly<Record<Direction, Uint8Array>>;

/**
 * Asks a source for both prices of a day, and adds them as a revision if they are whole and other
 * than its last ones. A day that an operator imported is the operator's: it is left alone. Errors:
 * `store_unavailable`, `objects_unavailable`.
 */
export async function collectImbalance(
  deps: CollectImbalanceDeps,
  date: string,
  { requester, isDryRun = false, entryOf }: CollectImbalanceOptions,
): Promise<SourceOutcome> {
  const { source, imbalance } = deps;
  const document = source.documentName({ direction: 'short', date });
  const outcome = (result: SourceOutcome['result'], reason = ''): SourceOutcome => {
    return { source: source.name, document, result, reason };
  };
  const contents: Partial<Record<Direction, Uint8Array>> = {};
  for (const direction of DIRECTIONS) {
    const response = await sendRequest(deps, source, { direction, date }, requester);
    if (response.kind === 'unavailable') return outcome('unavailable', response.reason);
    if (response.kind !== 'document') return outcome('absent');
    contents[direction] = response.content;
  }
  const verdict = verdictOf(source, date, contents as Contents);
  if (verdict.kind === 'absent') return outcome('absent');
  if (verdict.kind === 'rejected') {
    if (!isDryRun) await putDocuments(deps, date, contents as Contents, rejectedKey);
    return outcome('rejected', verdict.reason);
  }
  const known = await imbalance.revisions(date);
  if (!isNews(known, verdict.day)) return outcome('unchanged');
  if (isDryRun) return outcome('accepted');
  // The documents first, so that every price can be traced to them.
  await putDocuments(deps, date, contents as Contents, (name, text) =>
    documentKey(name, `${text}.${known.length + 1}`),
  );
  const isAdded = await addRevision(deps, verdict.day, entryOf?.(document));
  return outcome(isAdded ? 'accepted' : 'unchanged');
}

async function addRevision(
  { source: { name }, imbalance, clock }: CollectImbalanceDeps,
  day: ImbalanceDay,
  entry: AuditEntry | undefined,
): Promise<boolean> {
  const decide = (all: ImbalanceRevisions) => {
    if (!isNews(all.get(day.date) ?? [], day)) return [];
    return [{ ...day, settlement: name, source: name, knownAt: clock() }];
  };
  return (await imbalance.revise([day.date], decide, entry)).length > 0;
}

/** Whether prices of a source are other than those known, and none of these are an operator's. */
function isNews(known: readonly ImbalanceRevision[], day: ImbalanceDay): boolean {
  if (known.some(({ source }) => source === 'csv')) return false;
  const newest = known.at(-1);
  return newest === undefined || !isSamePrices(newest, day);
}

async function putDocuments(
  { source, objects }: CollectImbalanceDeps,
  date: string,
  contents: Contents,
  keyOf: typeof documentKey,
): Promise<void> {
  for (const direction of DIRECTIONS) {
    const key = keyOf(source.name, source.documentName({ direction, date }));
    await objects.put(key, contents[direction], 'application/octet-stream');
  }
}

type Verdict =
  | { readonly kind: 'day'; readonly day: ImbalanceDay }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Some of its periods are not published yet. */
  | { readonly kind: 'absent' };

function verdictOf(source: ImbalanceSource, date: string, contents: Contents): Verdict {
  try {
    const [short, long] = [source.parse(contents.short), source.parse(contents.long)];
    if (short.kind !== 'values' || long.kind !== 'values') return { kind: 'absent' };
    return dayOf(date, short.series, long.series);
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    return { kind: 'rejected', reason: toLine(error.problems[0] ?? error.message) };
  }
}

function dayOf(date: string, short: ValueSeries, long: ValueSeries): Verdict {
  const { stepMinutes } = short;
  const quarters = quartersOfDate(date);
  const end = quarters.at(-1) as number;
  const both = [short, long];
  // A source publishes the hours of a day as they pass.
  if (both.some(({ ends }) => (ends.at(-1) ?? 0) < end)) return { kind: 'absent' };
  for (const [i, series] of both.entries()) {
    const problem = periodsProblem(quarters, series);
    if (problem !== undefined) return { kind: 'rejected', reason: `${DIRECTIONS[i]}: ${problem}` };
  }
  if (stepMinutes !== long.stepMinutes) {
    const reason = `short has periods of ${stepMinutes} minutes, long of ${long.stepMinutes}`;
    return { kind: 'rejected', reason };
  }
  return { kind: 'day', day: { date, stepMinutes, short: short.values, long: long.values } };
}
