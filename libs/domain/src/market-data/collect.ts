import type { AuditEntry } from '../audit/audit.ts';
import { isSolanoError } from '../errors.ts';
import type { JobQueue, NewJob } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { PriceStore } from '../prices/prices.ts';
import type { Clock } from '../time/clock.ts';
import type { MessageDeps } from '../webhooks/message.ts';
import type { Arrival, Known, Verdict } from './decide.ts';
import { decideDocument, inUse, isTrustedMore } from './decide.ts';
import { limitProblem, type PriceLimits } from './limits.ts';
import type { MarketDataStore, MarketDay, MarketDocument, StoredDay } from './market-day.ts';
import { unknownDay } from './market-day.ts';
import { sendRequest } from './send-request.ts';
import { isMarket, isTraded, type SeriesName } from './series.ts';
import type { DocumentRequest, MarketSource, SourceName } from './source.ts';
import { documentKey, rejectedKey } from './source.ts';
import { wholeProblem } from './whole-day.ts';

export const MARKET_JOB = 'market';
/** Makes predictions from new market data. */
export const PREDICTION_JOB: NewJob = { kind: MARKET_JOB, subject: 'predict', lane: 'predict' };
/** A day can exist as revision 2 alone: revisions are requested until one after it is absent. */
const ALWAYS_REQUESTED = 2;
/** More than any day has had. */
const MAX_REVISIONS = 9;

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
  /** Whether requests keep to the budget of a source; polls for expected documents do not. */
  readonly paced: boolean;
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
  /** Of what is held, rejected or unavailable. */
  readonly reason: string;
}

/** Results after which the next source is asked. */
const INCONCLUSIVE: readonly SourceOutcome['result'][] = ['rejected', 'unavailable', 'absent'];

/**
 * Asks the sources of a series for a day, the most trusted first, until one has it; none that is
 * trusted less than the one whose document is in use. Errors: `store_unavailable`,
 * `objects_unavailable`.
 */
export async function collectDay(
  deps: CollectDeps,
  series: SeriesName,
  date: string,
  options: CollectOptions,
): Promise<SourceOutcome[]> {
  const outcomes: SourceOutcome[] = [];
  if (isMarket(series) && !isTraded(series, date)) return outcomes;
  let { day } = options;
  for (const source of deps.sources) {
    if (!source.series.includes(series) || options.away?.has(source.name)) continue;
    const known = day?.document ? { day } : await deps.market.known(series, date);
    day = undefined;
    const present = inUse(known);
    if (isSettledBefore(deps, source.name, known)) break;
    const own = await askSource(deps, source, { series, date, known }, options);
    outcomes.push(...own);
    const isOwn = present?.source === source.name;
    if (isOwn || own.some(({ result }) => !INCONCLUSIVE.includes(result))) break;
  }
  return outcomes;
}

/**
 * Whether a source that is trusted more has the day: its document is in use, or waits for an
 * operator. A held document does not prevent a request to a single source.
 */
function isSettledBefore({ sources }: CollectDeps, source: SourceName, known: Known): boolean {
  const trusted = sources.map(({ name }) => name);
  const present = inUse(known);
  if (present && isTrustedMore(trusted, present.source, source)) return true;
  const held = known.day?.held?.document.source;
  return held !== undefined && trusted.includes(held) && isTrustedMore(trusted, held, source);
}

interface DayRequest {
  readonly series: SeriesName;
  readonly date: string;
  readonly known: Known;
}

/** Asks for the revisions after the known one, or whether there is another version. */
async function askSource(
  deps: CollectDeps,
  source: MarketSource,
  { series, date, known }: DayRequest,
  options: CollectOptions,
): Promise<SourceOutcome[]> {
  const outcomes: SourceOutcome[] = [];
  const first = nextRevision(source, known);
  for (let revision = first; revision < first + MAX_REVISIONS; revision += 1) {
    const request: DocumentRequest = { series, date, revision, etag: etagOf(source, known) };
    const outcome = await askOnce(deps, source, request, options);
    outcomes.push(outcome);
    if (!source.hasRevisions || outcome.result === 'unavailable') break;
    if (outcome.result === 'absent' && revision > ALWAYS_REQUESTED) break;
  }
  return outcomes;
}

/** While a document is held, one that is as it was is worth knowing. */
function etagOf({ name, hasRevisions }: MarketSource, { day }: Known): string | null {
  const isConditional = !hasRevisions && !day?.held && day?.document?.source === name;
  return isConditional ? (day?.document?.etag ?? null) : null;
}

function nextRevision({ name, hasRevisions }: MarketSource, known: Known): number {
  const present = inUse(known);
  const used = present?.source === name ? present.revision : 0;
  const held = hasRevisions ? known.day?.held?.document : undefined;
  return Math.max(used, held?.source === name ? held.revision : 0) + 1;
}

async function askOnce(
  deps: CollectDeps,
  source: MarketSource,
  request: DocumentRequest,
  options: CollectOptions,
): Promise<SourceOutcome> {
  const name = source.documentName(request);
  const outcome = (result: SourceOutcome['result'], reason = ''): SourceOutcome => {
    return { source: source.name, document: name, result, reason };
  };
  const response = await sendRequest(deps, source, request, options.paced);
  if (response.kind === 'unavailable') return outcome('unavailable', response.reason);
  if (response.kind !== 'document') return outcome(response.kind);
  const verdict = verdictOf(deps, source, request, response.content);
  if (verdict === 'absent') return outcome('absent');
  const { content, etag } = response;
  const document: MarketDocument = {
    source: source.name,
    name,
    revision: request.revision,
    digest: deps.digestOf(content),
    etag,
    receivedAt: deps.clock(),
  };
  const { series, date } = request;
  const arrival = { series, date, document, verdict };
  const result = await store(deps, arrival, content, options);
  const isSetAside = result === 'held' || result === 'rejected';
  return outcome(result, isSetAside && verdict.kind !== 'accepted' ? verdict.reason : '');
}

/** What a document is, before it is compared with what is known. */
export function verdictOf(
  { limits }: Pick<CollectDeps, 'limits'>,
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
    const outside = isMarket(series)
      ? limitProblem(limits, series, date, parsed.series.values)
      : undefined;
    if (outside !== undefined) return { kind: 'held', series: parsed.series, reason: outside };
    return { kind: 'accepted', series: parsed.series };
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    return { kind: 'rejected', reason: error.problems[0] ?? error.message };
  }
}

/** Stores a document and what it changes. */
async function store(
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

/**
 * Records that a day was requested from the sources.
 *
 * @param isAnswered whether all of them responded; else the day counts as not requested.
 */
export async function markChecked(
  { market, clock }: Pick<CollectDeps, 'market' | 'clock'>,
  series: SeriesName,
  date: string,
  isAnswered = true,
): Promise<void> {
  const checkedAt = isAnswered ? clock() : null;
  await market.updateDay(series, date, ({ day }) => {
    return { day: { ...(day ?? unknownDay(series, date)), checkedAt } };
  });
}
