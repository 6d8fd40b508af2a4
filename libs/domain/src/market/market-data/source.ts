import { MARKET_FOLDER } from '@solano/domain/kernel';
import type { SeriesName } from './series.ts';

/** Sources of market data, in the default order of trust. */
export const MARKET_SOURCES = ['omie', 'esios', 'entsoe'] as const;
export type SourceName = (typeof MARKET_SOURCES)[number];

/** Values of consecutive periods: EUR/MWh or MW, in thousandths, so that comparisons are exact. */
export interface ValueSeries {
  readonly stepMinutes: number;
  /** End of each period, in ms since the epoch, ascending. */
  readonly ends: readonly number[];
  readonly values: readonly number[];
}

/** One document of a source: a series of one Madrid day (`YYYY-MM-DD`). */
export interface DocumentRequest {
  readonly series: SeriesName;
  readonly date: string;
  /** Counts from 1. Sources that do not number their revisions have it in the name alone. */
  readonly revision: number;
  /** The tag that the source gave the revision before; null: unknown. */
  readonly etag: string | null;
}

/** The result of one request. */
export type SourceResponse =
  | { readonly kind: 'document'; readonly content: Uint8Array; readonly etag: string | null }
  /** Not published. */
  | { readonly kind: 'absent' }
  /** The document is unchanged, by its tag. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'unavailable';
      /** Fit for a log: without addresses that hold tokens. */
      readonly reason: string;
      /** How long the source accepts no requests (`Retry-After`). */
      readonly retryAfterMs?: number;
    };

/** Content of a document: values, a cancelled auction, or nothing yet. */
export type ParsedDocument =
  | { readonly kind: 'values'; readonly series: ValueSeries }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'absent' };

/** A publisher of market data. */
export interface MarketSource {
  readonly name: SourceName;
  readonly series: readonly SeriesName[];
  /** Whether revisions are documents of their own, numbered from 1. */
  readonly hasRevisions: boolean;
  /** The document's name, one segment of an object's key. */
  documentName(request: DocumentRequest): string;
  /** Sends one request. Whatever goes wrong with it is `unavailable`. */
  get(request: DocumentRequest): Promise<SourceResponse>;
  /** Errors: `invalid_rows`, `invalid_request` for a document that is cut off or malformed. */
  parse(request: DocumentRequest, content: Uint8Array): ParsedDocument;
}

/** The key of a document as it came. */
export function documentKey(source: SourceName, name: string): string {
  return `${MARKET_FOLDER}/${source}/${name}`;
}

/** The key of one that was rejected, out of the way of the one that is to come under its name. */
export function rejectedKey(source: SourceName, name: string): string {
  return `${documentKey(source, name)}.rejected`;
}

/**
 * How much sources are trusted: a lower rank is trusted more. Sources that are not configured come
 * last, but OMIE's own files, which an operator may have imported, first.
 *
 * @param configured in order of trust.
 */
export function rankOf(configured: readonly string[], source: string): number {
  const index = configured.indexOf(source);
  if (index >= 0) return index;
  return source === 'omie' ? -1 : configured.length;
}
