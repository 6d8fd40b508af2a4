import {
  type DocumentRequest,
  isMarket,
  MARKETS,
  type Market,
  type MarketSource,
  type ParsedDocument,
  type SourceResponse,
} from '@solano/domain/market';
import { readOmieFile } from '@solano/domain/market/files';
import { OMIE_FILES } from './assumptions.ts';
import { httpGet } from './http-get.ts';

export interface OmieOptions {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly timeoutMs?: number;
}

/** OMIE's public files of marginal prices, one for each market, day and revision. */
export class OmieSource implements MarketSource {
  readonly name = 'omie';
  readonly series = MARKETS;
  readonly hasRevisions = true;
  readonly #options: OmieOptions;

  constructor(options: OmieOptions) {
    this.#options = options;
  }

  documentName({ series, date, revision }: DocumentRequest): string {
    const { family, session } = filesOf(series);
    return `${family}_${date.replaceAll('-', '')}${session}.${revision}`;
  }

  get(request: DocumentRequest): Promise<SourceResponse> {
    const url = new URL(`${this.#options.url}/es/file-download`);
    url.searchParams.set('parents', filesOf(request.series).family);
    url.searchParams.set('filename', this.documentName(request));
    return httpGet(url, { timeoutMs: this.#options.timeoutMs });
  }

  /** A header and `*` with nothing between: the auction was cancelled. Errors: `invalid_rows`. */
  parse(request: DocumentRequest, content: Uint8Array): ParsedDocument {
    const text = Buffer.from(content).toString('latin1');
    const { stepMinutes, ends, prices } = readOmieFile({ name: this.documentName(request), text });
    if (ends.length === 0) return { kind: 'cancelled' };
    return { kind: 'values', series: { stepMinutes, ends, values: prices } };
  }
}

function filesOf(series: DocumentRequest['series']) {
  if (!isMarket(series)) throw new RangeError(`OMIE does not publish ${series}`);
  return OMIE_FILES[series satisfies Market];
}
