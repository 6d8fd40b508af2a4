import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@solano/domain/kernel';
import {
  formatMilli,
  isMarket,
  periodEnds,
  type SeriesName,
  tradedMinutes,
} from '@solano/domain/market';

/** A price or a quantity, in thousandths, of a period that is counted from 0. */
export type ValueOf = (period: number) => number;

/** A file of OMIE for a market's day, as it is published: CR LF, `*` at its end. */
export function omieText(series: SeriesName, date: string, priceAt: ValueOf | undefined): string {
  const header = series === 'md_pdbc_spain' ? 'MARGINALPDBC;' : 'MARGINALPIBC;';
  const rows = priceAt ? omieRows(series, date, priceAt) : [];
  return [header, ...rows, '*', ''].join('\r\n');
}

/** The rows of such a file. The last column is Spain's. */
export function omieRows(series: SeriesName, date: string, priceAt: ValueOf): string[] {
  const step = isMarket(series) ? tradedMinutes(series, date) : 60;
  const ends = periodEnds(series, date, step);
  const first = series === 'mid_pibc03_spain' ? firstAfterNoon(series, date, step) : 1;
  const [year, month, day] = date.split('-');
  return ends.map((_, i) => {
    const price = String(priceAt(i) / 1000);
    return `${year};${month};${day};${first + i};1.5;${price};`;
  });
}

/** The number of the first period after 12:00 among all of the day. */
function firstAfterNoon(series: SeriesName, date: string, step: number): number {
  const whole = periodEnds('md_pdbc_spain', date, step).length;
  return whole - periodEnds(series, date, step).length + 1;
}

/** The response of e·sios for an indicator: the values of Spain and of another country. */
export function esiosJson(
  series: SeriesName,
  date: string,
  step: number,
  priceAt: ValueOf,
): string {
  const values = periodEnds(series, date, step).flatMap((end, i) => {
    const datetime_utc = new Date(end - step * MINUTE_MS).toISOString().replace('.000', '');
    const own = { value: priceAt(i) / 1000, datetime_utc, geo_id: 3, geo_name: 'España' };
    return [own, { ...own, value: 1.5, geo_id: 1, geo_name: 'Portugal' }];
  });
  return JSON.stringify({ indicator: { id: 600, values } });
}

export interface EntsoeOptions {
  readonly step: number;
  readonly curveType?: 'A01' | 'A03';
  /** Place among several auctions of a day. */
  readonly sequence?: number;
}

/** A time series of an ENTSO-E document for a day; of a curve A03 repeated values are left out. */
export function entsoeSeries(
  series: SeriesName,
  date: string,
  priceAt: ValueOf,
  { step, curveType = 'A03', sequence }: EntsoeOptions,
): string {
  const ends = periodEnds(series, date, step);
  const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;
  const name = isMarket(series) ? 'price.amount' : 'quantity';
  const points = ends.flatMap((_, i) => {
    if (curveType === 'A03' && i > 0 && priceAt(i) === priceAt(i - 1)) return [];
    const value = formatMilli(priceAt(i));
    return [`<Point><position>${i + 1}</position><${name}>${value}</${name}></Point>`];
  });
  const place =
    sequence === undefined
      ? ''
      : `<classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position>`;
  return `<TimeSeries><mRID>1</mRID>${place}<curveType>${curveType}</curveType><Period><timeInterval><start>${minute((ends[0] as number) - step * MINUTE_MS)}</start><end>${minute(ends.at(-1) as number)}</end></timeInterval><resolution>PT${step}M</resolution>${points.join('')}</Period></TimeSeries>`;
}

/** A document of ENTSO-E around its time series. */
export function entsoeXml(
  root: 'Publication_MarketDocument' | 'GL_MarketDocument',
  ...all: readonly string[]
): string {
  const namespace = 'urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3';
  return `<?xml version="1.0" encoding="utf-8"?><${root} xmlns="${namespace}"><mRID>1</mRID>${all.join('')}</${root}>`;
}

/** The response of ENTSO-E where there are no data. */
export const ENTSOE_NO_DATA =
  '<?xml version="1.0"?><Acknowledgement_MarketDocument xmlns="urn:x"><Reason><code>999</code><text>No matching data found</text></Reason></Acknowledgement_MarketDocument>';

export interface SourceRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface SourceResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Ends the connection before the body is whole. */
  readonly isCut?: boolean;
  /** Never responds. */
  readonly isSilent?: boolean;
  /** Responds once this is fulfilled. */
  readonly after?: Promise<unknown>;
}

/** A server in the place of the sources; it records the requests. */
export async function openSourceServer(respond: (request: SourceRequest) => SourceResponse) {
  const requests: SourceRequest[] = [];
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://source');
    const request = { path: url.pathname, query: url.searchParams, headers: req.headers };
    requests.push(request);
    const { status = 200, headers = {}, body = '', isCut, isSilent, after } = respond(request);
    if (isSilent) return;
    const length = Buffer.byteLength(body) + (isCut ? 100 : 0);
    const send = () => {
      res.writeHead(status, { 'content-length': length, ...headers });
      if (isCut) res.write(body, () => res.destroy());
      else res.end(body);
    };
    void Promise.resolve(after).then(send);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
