import { dateAfter, startOfDate } from '@solano/domain/kernel';
import {
  type DocumentRequest,
  type MarketSource,
  type ParsedDocument,
  SERIES,
  type SeriesName,
  type SourceResponse,
} from '@solano/domain/market';
import { ENTSOE_QUERIES } from './assumptions.ts';
import { parseEntsoe } from './entsoe-document.ts';
import { httpGet } from './http-get.ts';

export interface EntsoeOptions {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

/** The Transparency Platform of ENTSO-E: day-ahead prices, load, wind and solar forecasts. */
export class EntsoeSource implements MarketSource {
  readonly name = 'entsoe';
  readonly series: readonly SeriesName[] = SERIES.filter((name) => name in ENTSOE_QUERIES);
  readonly hasRevisions = false;
  readonly #options: EntsoeOptions;

  constructor(options: EntsoeOptions) {
    this.#options = options;
  }

  documentName({ series, date, revision }: DocumentRequest): string {
    return `${series}_${date.replaceAll('-', '')}.${revision}`;
  }

  async get({ series, date, etag }: DocumentRequest): Promise<SourceResponse> {
    const { url: base, token } = this.#options;
    const url = new URL(`${base}/api`);
    const period = {
      periodStart: minuteOf(startOfDate(date)),
      periodEnd: minuteOf(startOfDate(dateAfter(date, 1))),
    };
    const query = { securityToken: token, ...ENTSOE_QUERIES[series], ...period };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await httpGet(url, { etag });
    if (response.kind !== 'document') return response;
    return { ...response, content: withoutToken(response.content, token) };
  }

  parse({ series, date }: DocumentRequest, content: Uint8Array): ParsedDocument {
    return parseEntsoe(series, date, Buffer.from(content).toString('utf8'));
  }
}

/** A response that repeats the query would bring the token into logs and stored documents. */
function withoutToken(content: Uint8Array, token: string): Uint8Array {
  const bytes = Buffer.from(content);
  if (!bytes.includes(token)) return content;
  return Buffer.from(bytes.toString('latin1').replaceAll(token, '***'), 'latin1');
}

/** `yyyyMMddHHmm` in UTC. */
function minuteOf(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-T:]/g, '').slice(0, 12);
}
