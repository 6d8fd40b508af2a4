import { type DayState, inUse, isTrustedMore } from './decide.ts';
import { type MarketDocument, unknownDay } from './market-day.ts';
import { sendRequest } from './send-request.ts';
import { isMarket, isTraded, type SeriesName } from './series.ts';
import type { DocumentRequest, MarketSource, SourceName } from './source.ts';
import type { CollectDeps, CollectOptions, SourceOutcome } from './store-document.ts';
import { storeDocument, verdictOf } from './store-document.ts';

/** A day can exist as this revision alone: revisions are requested until one after it is absent. */
const ALWAYS_REQUESTED = 2;
/** More than any day has had. */
const MAX_REVISIONS = 9;

/** Results after which the next source is asked. */
export const INCONCLUSIVE: readonly SourceOutcome['result'][] = [
  'rejected',
  'unavailable',
  'absent',
];

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
function isSettledBefore({ sources }: CollectDeps, source: SourceName, known: DayState): boolean {
  const trusted = sources.map(({ name }) => name);
  const present = inUse(known);
  if (present && isTrustedMore(trusted, present.source, source)) return true;
  const held = known.day?.held?.document.source;
  return held !== undefined && trusted.includes(held) && isTrustedMore(trusted, held, source);
}

interface DayRequest {
  readonly series: SeriesName;
  readonly date: string;
  readonly known: DayState;
}

/** Asks for the revisions after the known one, or whether there is another version. */
async function askSource(
  deps: CollectDeps,
  source: MarketSource,
  { series, date, known }: DayRequest,
  options: CollectOptions,
): Promise<SourceOutcome[]> {
  const outcomes: SourceOutcome[] = [];
  const next = nextRevision(source, known);
  const firstRevisions = next === 1 ? options.firstRevisions : undefined;
  if (firstRevisions === 'later' && !source.hasRevisions) return outcomes;
  const first = firstRevisions === 'later' ? ALWAYS_REQUESTED : next;
  for (let revision = first; revision < first + MAX_REVISIONS; revision += 1) {
    const request: DocumentRequest = { series, date, revision, etag: etagOf(source, known) };
    const outcome = await askOnce(deps, source, request, options);
    outcomes.push(outcome);
    if (!source.hasRevisions || outcome.result === 'unavailable') break;
    const isEnough =
      revision > ALWAYS_REQUESTED || (firstRevisions !== undefined && revision === first);
    if (outcome.result === 'absent' && isEnough) break;
  }
  return outcomes;
}

/** While a document is held, do not ask conditionally: an unchanged copy matters. */
function etagOf({ name, hasRevisions }: MarketSource, { day }: DayState): string | null {
  const isConditional = !hasRevisions && !day?.held && day?.document?.source === name;
  return isConditional ? (day?.document?.etag ?? null) : null;
}

function nextRevision({ name, hasRevisions }: MarketSource, known: DayState): number {
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
  const response = await sendRequest(deps, source, request, options.requester);
  if (response.kind === 'unavailable') return outcome('unavailable', response.reason);
  if (response.kind !== 'document') return outcome(response.kind);
  const verdict = verdictOf(deps.limits, source, request, response.content);
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
  const result = await storeDocument(deps, arrival, content, options);
  const isSetAside = result === 'held' || result === 'rejected';
  return outcome(result, isSetAside && verdict.kind !== 'accepted' ? verdict.reason : '');
}

/**
 * Records that a day was requested from the sources.
 *
 * @param isAnswered whether all of them responded; else the day counts as not requested.
 */
export async function markChecked(
  { market, clock }: CollectDeps,
  series: SeriesName,
  date: string,
  isAnswered = true,
): Promise<void> {
  const checkedAt = isAnswered ? clock() : null;
  await market.updateDay(series, date, ({ day }) => {
    return { day: { ...(day ?? unknownDay(series, date)), checkedAt } };
  });
}
