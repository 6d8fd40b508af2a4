import {
  type Clock,
  collect,
  invalidRequest,
  type ObjectStore,
  requireDate,
  SolanoError,
} from '@solano/domain/kernel';
import type { AuditEntry, JobQueue, MessageDeps } from '@solano/domain/service';
import type { Market } from '../markets/sessions.ts';
import { decideDocument } from './decide.ts';
import type { MarketDataStore, UnusedDocument } from './market-day.ts';
import { documentKey, type MarketSource } from './source.ts';
import { PREDICTION_JOB, verdictOf } from './store-document.ts';

export interface AcceptDeps extends MessageDeps {
  readonly market: MarketDataStore;
  readonly objects: Pick<ObjectStore, 'get'>;
  /** Every source that is known, in order of trust. */
  readonly sources: readonly Pick<MarketSource, 'name' | 'parse'>[];
  /** Gets the jobs that new prices cause. */
  readonly queue: Pick<JobQueue, 'add'>;
  readonly clock: Clock;
  readonly digestOf: (content: Uint8Array) => string;
}

/**
 * Brings a held document into use, whatever its prices are, and returns it. Errors: `not_found` if
 * no document is held for the day, `invalid_request` if the stored document differs from the one
 * that was fetched, `store_unavailable`, `objects_unavailable`.
 *
 * @param entryOf the audit entry, stored in the same change.
 */
export async function acceptHeld(
  deps: AcceptDeps,
  series: Market,
  date: string,
  entryOf?: (document: UnusedDocument['document']) => AuditEntry,
): Promise<UnusedDocument> {
  const { market, sources, queue, clock } = deps;
  requireDate(date);
  const held = (await market.known(series, date)).day?.held;
  if (!held) throw new SolanoError('not_found', `No prices of ${series} are held for ${date}.`);
  const content = await contentOf(deps, held);
  const source = sources.find(({ name }) => name === held.document.source);
  const request = { series, date, revision: held.document.revision, etag: null };
  const verdict = source && verdictOf(undefined, source, request, content);
  if (!verdict || verdict === 'absent') throw changed(held);
  const document = { ...held.document, receivedAt: clock() };
  const trusted = sources.map(({ name }) => name);
  const entry = entryOf?.(held.document);
  await market.updateDay(series, date, (known) => {
    const deciding = { ...deps, trusted };
    const change = decideDocument(known, { series, date, document, verdict }, deciding);
    return change && { ...change, ...(entry && { entry }) };
  });
  await queue.add([PREDICTION_JOB]);
  return held;
}

/** The document as it came. */
async function contentOf(
  { objects, digestOf }: AcceptDeps,
  held: UnusedDocument,
): Promise<Uint8Array> {
  const found = await objects.get(documentKey(held.document.source, held.document.name));
  if (!found) throw changed(held);
  const content = await collect(found.content);
  if (digestOf(content) !== held.document.digest) throw changed(held);
  return content;
}

function changed({ document: { source, name } }: UnusedDocument): SolanoError {
  return invalidRequest(
    `The object ${documentKey(source, name)} differs from the received document.`,
  );
}
