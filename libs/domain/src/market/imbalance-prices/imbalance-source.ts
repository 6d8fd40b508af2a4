import type { ParsedDocument, SourceName, SourceResponse } from '../market-data/source.ts';

/** The two prices of a deviation, which a source publishes apart. */
export const DIRECTIONS = ['short', 'long'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** One price of a Madrid day (`YYYY-MM-DD`). */
export interface ImbalanceRequest {
  readonly direction: Direction;
  readonly date: string;
}

/** A publisher of prices of deviations. */
export interface ImbalanceSource {
  readonly name: SourceName;
  /** The document's name without its revision, one segment of an object's key. */
  documentName(request: ImbalanceRequest): string;
  /** Sends one request. Whatever goes wrong with it is `unavailable`. */
  get(request: ImbalanceRequest): Promise<SourceResponse>;
  /** Errors: `invalid_rows` for a document that is malformed. */
  parse(content: Uint8Array): ParsedDocument;
}
