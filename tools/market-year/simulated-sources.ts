import {
  type DocumentRequest,
  expectedAt,
  isMarket,
  MARKETS,
  type MarketSource,
  type ParsedDocument,
  type SeriesName,
  type SourceResponse,
  tradedMinutes,
} from '@solano/domain/market';
import { EsiosSource, OmieSource } from '@solano/market-sources';
import { esiosJson, omieRows, omieText } from '@solano/tools/market-sources';
import { ESIOS_AFTER_MS, type MarketYear, NEW_FORECAST_MS } from './market-year.ts';

const HTML = '<!DOCTYPE html><html><body>Mantenimiento</body></html>';

/** What the sources of a simulation share. */
export interface SimulatedWorld {
  readonly year: MarketYear;
  /** The virtual clock, in ms. */
  now(): number;
  /** Lets time pass while a source does not respond. */
  pass(ms: number): void;
  /** Called for every request. */
  onRequest(source: string): void;
}

/** A source with the responses of the year. */
abstract class SimulatedSource implements MarketSource {
  abstract readonly name: MarketSource['name'];
  abstract readonly series: readonly SeriesName[];
  abstract readonly hasRevisions: boolean;
  protected readonly world: SimulatedWorld;

  constructor(world: SimulatedWorld) {
    this.world = world;
  }

  abstract documentName(request: DocumentRequest): string;
  abstract parse(request: DocumentRequest, content: Uint8Array): ParsedDocument;
  /** The document as it is at the moment; undefined: it is not published. */
  protected abstract content(request: DocumentRequest): string | undefined;
  /** The same with its first row twice. */
  protected abstract doubled(request: DocumentRequest, content: string): string;

  async get(request: DocumentRequest): Promise<SourceResponse> {
    const { world, name } = this;
    world.onRequest(name);
    const now = world.now();
    const trouble = world.year.troubleAt(name, now);
    if (trouble?.trouble === 'error') return { kind: 'unavailable', reason: 'answered 500' };
    if (trouble?.trouble === 'throttled') {
      return { kind: 'unavailable', reason: 'answered 429', retryAfterMs: trouble.to - now };
    }
    if (trouble?.trouble === 'silent') {
      world.pass(15_000);
      return { kind: 'unavailable', reason: 'did not answer within 15 s' };
    }
    if (trouble?.trouble === 'html') return document(HTML);
    const content = this.content(request);
    if (content === undefined) return { kind: 'absent' };
    if (trouble?.trouble === 'truncated') return document(content.slice(0, content.length / 2));
    if (trouble?.trouble === 'duplicated') return document(this.doubled(request, content));
    return document(content);
  }
}

function document(text: string): SourceResponse {
  return { kind: 'document', content: Buffer.from(text, 'latin1'), etag: null };
}

export class SimulatedOmie extends SimulatedSource {
  readonly #real = new OmieSource({ url: 'http://127.0.0.1' });
  readonly name = 'omie';
  readonly series = MARKETS;
  readonly hasRevisions = true;

  documentName(request: DocumentRequest): string {
    return this.#real.documentName(request);
  }

  parse(request: DocumentRequest, content: Uint8Array): ParsedDocument {
    return this.#real.parse(request, content);
  }

  protected content({ series, date, revision }: DocumentRequest): string | undefined {
    if (!isMarket(series)) return undefined;
    const all = this.world.year.published(series, date);
    const found = all.find((each) => each.revision === revision && each.at <= this.world.now());
    return found && omieText(series, date, found.priceAt);
  }

  protected doubled({ series, date }: DocumentRequest, content: string): string {
    const [row = ''] = omieRows(series, date, () => 1_000);
    return content.replace('*', `${row}\r\n${row}\r\n*`);
  }
}

/** Gives what OMIE's first revision says, half an hour after it, and forecasts. */
export class SimulatedEsios extends SimulatedSource {
  readonly #real = new EsiosSource({ url: 'http://127.0.0.1', token: 'x' });
  readonly name = 'esios';
  readonly series = this.#real.series;
  readonly hasRevisions = false;

  documentName(request: DocumentRequest): string {
    return this.#real.documentName(request);
  }

  parse(request: DocumentRequest, content: Uint8Array): ParsedDocument {
    return this.#real.parse(request, content);
  }

  protected content({ series, date }: DocumentRequest): string | undefined {
    const now = this.world.now();
    if (!isMarket(series)) {
      // A second version half a day later.
      const versions = Math.floor((now - expectedAt(series, date)) / NEW_FORECAST_MS) + 1;
      if (versions < 1) return undefined;
      return esiosJson(series, date, 60, (i) => 7_000_000 + i * 1_000 + Math.min(versions, 2));
    }
    const [first] = this.world.year.published(series, date);
    if (!first?.priceAt || first.at + ESIOS_AFTER_MS > now) return undefined;
    return esiosJson(series, date, tradedMinutes(series, date), first.priceAt);
  }

  protected doubled(_: DocumentRequest, content: string): string {
    const start = content.indexOf('{"value"');
    const row = content.slice(start, content.indexOf('}', start) + 1);
    return content.replace(row, `${row},${row}`);
  }
}
