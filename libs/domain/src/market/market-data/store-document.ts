import {
  type Clock,
  isSolanoError,
  type Log,
  type ObjectStore,
  toLine,
} from '@solano/domain/kernel';
import type { AuditEntry, JobQueue, MessageDeps, NewJob } from '@solano/domain/service';
import type { PriceStore } from '../prices/prices.ts';
import type { Requester } from './budget.ts';
import { type Arrival, decideDocument, type Verdict } from './decide.ts';
import { limitProblem, type PriceLimits } from './limits.ts';
import type { MarketDataStore, MarketDay, StoredDay } from './market-day.ts';
import { isMarket } from './series.ts';
import type { DocumentRequest, MarketSource, SourceName } from './source.ts';
import { documentKey, rejectedKey } from './source.ts';
import { wholeProblem } from './whole-day.ts';

export const MARKET_JOB = 'market';
/** Makes predictions from new market data. */
export const PREDICTION_JOB: NewJob = { kind: MARKET_JOB, subject: 'predict', lane: 'predict' };

export interface CollectDeps extends MessageDeps {
  /** In order of trust. */
  readonly sources: readonly MarketSource[];
  readonly market: MarketDataStore;
  readonly prices: Pick<PriceStore, 'removeSynthetic'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly limits: readonly PriceLimits[];
  readonly clock: Clock;
  /** SHA-256, in lower-case hexadecimal. */
  readonly digestOf: (content: Uint8Array) => string;
  readonly pause: (ms: number) => Promise<void>;
  /** Gets the jobs that new prices or forecasts cause. */
  readonly queue: Pick<JobQueue, 'add'>;
  readonly log: Log;
}

export interface CollectOptions {
  readonly requester: Requester;
  /**
   * The numbered revisions to request of a day of which none is known; by default all. `first`: the
   * first, and others only after it. `later`: the second, and others only after it, from the
   * sources that number them.
   */
  readonly firstRevisions?: 'first' | 'later';
  /** Stores nothing. */
  readonly isDryRun?: boolean;
  /** Sources that are skipped. */
  readonly away?: ReadonlySet<SourceName>;
  /** The day as it was just read, with its document: saves reading it with its prices. */
  readonly day?: MarketDay | undefined;
  /** The audit entry that is stored along with a document that an operator requested. */
  readonly entryOf?: ((document: string) => AuditEntry) | undefined;
}

/** The result of requesting a day from a source. */
export interface SourceOutcome {
  readonly source: SourceName;
  readonly document: string;
  readonly result:
    | 'accepted'
    | 'cancelled'
    | 'held'
    | 'rejected'
    | 'unavailable'
    | 'absent'
    | 'unchanged';
  /** Why the document was held, rejected or unavailable. */
  readonly reason: string;
}

/**
 * Judges a document before it is compared with the known ones.
 *
 * @param limits undefined: any prices are accepted.
 */
export function verdictOf(
  limits: CollectDeps['limits'] | undefined,
  source: Pick<MarketSource, 'parse'>,
  request: DocumentRequest,
  content: Uint8Array,
): Verdict | 'absent' {
  const { series, date } = request;
  try {
    const parsed = source.parse(request, content);
    if (parsed.kind === 'absent') return 'absent';
    if (parsed.kind === 'cancelled') return { kind: 'accepted', series: undefined };
    const problem = wholeProblem(series, date, parsed.series);
    if (problem !== undefined) return { kind: 'rejected', reason: problem };
    const outside =
      limits && isMarket(series)
        ? limitProblem(limits, series, date, parsed.series.values)
        : undefined;
    if (outside !== undefined) return { kind: 'held', series: parsed.series, reason: outside };
    return { kind: 'accepted', series: parsed.series };
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    return { kind: 'rejected', reason: toLine(error.problems[0] ?? error.message) };
  }
}

/** Stores a document and what it changes. Errors: `store_unavailable`, `objects_unavailable`. */
export async function storeDocument(
  { market, prices, objects, sources, newId, messageText, queue, log }: CollectDeps,
  arrival: Arrival,
  content: Uint8Array,
  { isDryRun = false, entryOf }: CollectOptions,
): Promise<SourceOutcome['result']> {
  const { series, date, document, verdict } = arrival;
  const deciding = { trusted: sources.map(({ name }) => name), newId, messageText };
  const known = await market.known(series, date);
  const change = decideDocument(known, arrival, deciding);
  const result = resultOf(verdict, change !== undefined, known);
  if (!change || isDryRun || (await isReported(market, arrival))) return result;
  // The document first, so that every price can be traced to it.
  const keyOf = verdict.kind === 'rejected' ? rejectedKey : documentKey;
  await objects.put(keyOf(document.source, document.name), content, 'application/octet-stream');
  if (change.prices) await prices.removeSynthetic();
  const entry = entryOf?.(document.name);
  await market.updateDay(series, date, (known) => {
    const decided = decideDocument(known, arrival, deciding);
    return decided && { ...decided, ...(entry && { entry }) };
  });
  if (verdict.kind === 'accepted') await queue.add([PREDICTION_JOB]);
  else {
    const fields = { source: document.source, document: document.name, reason: verdict.reason };
    log.warn(fields, `market data ${verdict.kind}: ${document.name}`);
  }
  return result;
}

function resultOf(
  verdict: Verdict,
  isChange: boolean,
  { day }: StoredDay,
): SourceOutcome['result'] {
  if (verdict.kind === 'rejected') return 'rejected';
  // A source without numbered revisions gives what an operator has accepted again.
  if (verdict.kind === 'held') return isChange || day?.held ? 'held' : 'unchanged';
  if (!isChange) return 'unchanged';
  return verdict.series ? 'accepted' : 'cancelled';
}

/** Whether a document was rejected for the same reason before. Error pages come at every poll. */
async function isReported(
  market: MarketDataStore,
  { series, date, document, verdict }: Arrival,
): Promise<boolean> {
  if (verdict.kind !== 'rejected') return false;
  return (await market.documents(series, date)).some(({ source, name, outcome, reason }) => {
    const isSame = source === document.source && name === document.name;
    return isSame && outcome === 'rejected' && reason === verdict.reason;
  });
}
