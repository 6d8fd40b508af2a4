import { requireDate } from '@solano/domain/kernel';
import type { MarketDataStore, ReceivedDocument, StoredDay } from './market-day.ts';
import type { SeriesName } from './series.ts';
import { documentKey, rejectedKey } from './source.ts';

/** A document that came for a day, where its content is, and whether its values are in use. */
export interface DayDocument extends ReceivedDocument {
  /** The object's key; of rejected documents of one name only the last is kept. */
  readonly key: string;
  readonly isInUse: boolean;
}

/**
 * The documents that came for a day of a series, in the order in which they came. None is in use
 * where an operator imported the values. Errors: `invalid_request` for a text that is no day,
 * `store_unavailable`.
 */
export async function dayDocuments(
  market: Pick<MarketDataStore, 'known' | 'documents'>,
  series: SeriesName,
  date: string,
): Promise<DayDocument[]> {
  requireDate(date);
  const known = await market.known(series, date);
  const documents = await market.documents(series, date);
  const used = documents.findLast((document) => isUsed(document, known));
  return documents.map((document) => {
    const { source, name, outcome } = document;
    const keyOf = outcome === 'rejected' ? rejectedKey : documentKey;
    return { ...document, key: keyOf(source, name), isInUse: document === used };
  });
}

function isUsed(
  { source, name, revision, digest, outcome }: ReceivedDocument,
  { day, realised, version }: StoredDay,
): boolean {
  const present = day?.document;
  if (outcome !== 'accepted' || present?.name !== name || present.digest !== digest) return false;
  if (realised) return realised.source === source && (realised.version || revision) === revision;
  return version?.document === name;
}
