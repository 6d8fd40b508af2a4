import { rejectRows } from '@solano/domain/kernel';
import {
  type DocumentRequest,
  type MarketSource,
  periodEnds,
  type SeriesName,
  type SourceName,
  type SourceResponse,
} from '@solano/domain/market';

/** A source whose documents are texts: the price of all quarter hours, `cancelled`, or `bad` with the reason. */
export class TextSource implements MarketSource {
  readonly series: readonly SeriesName[] = ['md_pdbc_spain', 'wind'];
  readonly name: SourceName;
  readonly hasRevisions: boolean;
  readonly asked: DocumentRequest[] = [];
  /** By revision; of a source without them the one. */
  readonly texts = new Map<number, string>();
  response: SourceResponse | undefined;
  sendsEtags = true;

  constructor(name: SourceName) {
    this.name = name;
    this.hasRevisions = name === 'omie';
  }

  documentName = ({ series, date, revision }: DocumentRequest) => `${series}_${date}.${revision}`;

  async get(request: DocumentRequest): Promise<SourceResponse> {
    this.asked.push(request);
    if (this.response) return this.response;
    const text = this.texts.get(this.hasRevisions ? request.revision : 1);
    if (text === undefined) return { kind: 'absent' };
    if (request.etag === `"${text}"`) return { kind: 'unchanged' };
    const etag = this.sendsEtags ? `"${text}"` : null;
    return { kind: 'document', content: Buffer.from(text), etag };
  }

  parse({ series, date }: DocumentRequest, content: Uint8Array) {
    const text = Buffer.from(content).toString();
    if (text === 'cancelled') return { kind: 'cancelled' } as const;
    if (text.startsWith('bad')) return rejectRows([`not a document${text.slice('bad'.length)}`]);
    const ends = periodEnds(series, date, 15).slice(text === 'short' ? 1 : 0);
    const value = Number(text) || 1;
    return {
      kind: 'values',
      series: { stepMinutes: 15, ends, values: ends.map(() => value) },
    } as const;
  }
}
