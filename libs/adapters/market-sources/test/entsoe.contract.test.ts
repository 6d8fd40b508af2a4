import { type DocumentRequest, periodEnds, type SeriesName } from '@solano/domain/market';
import {
  ENTSOE_NO_DATA,
  entsoeSeries,
  entsoeXml,
  openSourceServer,
} from '@solano/tools/market-sources';
import { describe, expect, test } from 'vitest';
import { EntsoeSource } from '../src/entsoe.ts';

const TOKEN = 'secret-7f3a';
const DATE = '2026-10-25';
/** Four quarters of an hour cost the same: a curve A03 leaves three out. */
const hourly = (i: number) => 10_000 + Math.floor(i / 4) * 10;

function request(series: SeriesName, date = DATE): DocumentRequest {
  return { series, date, revision: 1, etag: null };
}

test.each([
  ['md_pdbc_spain', { documentType: 'A44', in_Domain: '10YES-REE------0' }],
  ['demand', { documentType: 'A65', outBiddingZone_Domain: '10YES-REE------0' }],
  ['wind', { documentType: 'A69', psrType: 'B19' }],
  ['solar', { documentType: 'A69', psrType: 'B16' }],
] as const)('ENTSO-E gets a request for %s of the Madrid day, in UTC', async (series, expected) => {
  await using server = await openSourceServer(() => ({ status: 503 }));
  const source = new EntsoeSource({ url: server.url, token: TOKEN });
  const response = await source.get(request(series));
  expect(response).toEqual({ kind: 'unavailable', reason: 'answered 503' });
  expect(server.requests[0]?.path).toBe('/api');
  expect(Object.fromEntries(server.requests[0]?.query ?? [])).toMatchObject({
    securityToken: TOKEN,
    periodStart: '202610242200',
    periodEnd: '202610252300',
    ...expected,
  });
});

test('a response of ENTSO-E that repeats the query is without the token', async () => {
  const repeated = (token: string) => ENTSOE_NO_DATA.replace('No matching', `${token} España`);
  await using server = await openSourceServer(() => ({ body: repeated(TOKEN) }));
  const source = new EntsoeSource({ url: server.url, token: TOKEN });
  const response = await source.get(request('wind'));
  expect(response).toEqual({
    kind: 'document',
    content: Buffer.from(repeated('***')),
    etag: null,
  });
});

describe('a document of ENTSO-E', () => {
  const source = new EntsoeSource({ url: 'http://x', token: TOKEN });
  const parse = (xml: string, asked = request('md_pdbc_spain')) =>
    source.parse(asked, Buffer.from(xml));
  const prices = (step: number, more = {}) =>
    entsoeSeries('md_pdbc_spain', DATE, hourly, { step, ...more });
  const publication = (...all: string[]) => entsoeXml('Publication_MarketDocument', ...all);

  test.each(['A01', 'A03'] as const)(
    'a document of ENTSO-E has every quarter hour of a curve %s',
    (curveType) => {
      const ends = periodEnds('md_pdbc_spain', DATE, 15);
      const parsed = parse(publication(prices(15, { curveType })));
      const series = { stepMinutes: 15, ends, values: ends.map((_, i) => hourly(i)) };
      expect(parsed).toEqual({ kind: 'values', series });
    },
  );

  test('the first of several sequences counts, in the resolution that is traded', () => {
    const other = entsoeSeries('md_pdbc_spain', DATE, () => 1, { step: 15, sequence: 2 });
    const parsed = parse(publication(other, prices(60), prices(15, { sequence: 1 })));
    expect(parsed).toMatchObject({ series: { stepMinutes: 15, values: { length: 100 } } });
    expect(parsed).toMatchObject({ series: { values: expect.arrayContaining([10_240]) } });
  });

  test('a document of ENTSO-E has the quantities of a forecast', () => {
    const load = entsoeSeries('demand', DATE, hourly, { step: 60 });
    const parsed = parse(entsoeXml('GL_MarketDocument', load), request('demand'));
    expect(parsed).toMatchObject({ series: { stepMinutes: 60, values: { length: 25 } } });
  });

  test('a document without matching data or time series is not published', () => {
    expect(parse(ENTSOE_NO_DATA)).toEqual({ kind: 'absent' });
    expect(parse(publication())).toEqual({ kind: 'absent' });
  });

  /** Periods of many steps, of which a curve A03 gives the first. */
  const long = (periods: number, until: string) => {
    const interval = `<timeInterval><start>2026-10-24T22:00Z</start><end>${until}</end></timeInterval>`;
    const point = '<Point><position>1</position><price.amount>1</price.amount></Point>';
    const period = `<Period>${interval}<resolution>PT15M</resolution>${point}</Period>`;
    return `<TimeSeries><curveType>A03</curveType>${period.repeat(periods)}</TimeSeries>`;
  };

  test.each([
    [
      'of 20,000 long periods',
      publication(long(20_000, '2027-02-06T02:00Z')),
      /^the document has \d{7} characters, more than 262144$/,
    ],
    [
      'of many tags',
      publication('<a/>'.repeat(9_000)),
      /^the document has 90\d\d tags, more than 8000$/,
    ],
    [
      'of 400 long periods',
      publication(long(400, '2027-02-06T02:00Z')),
      /^its periods have 4000000 steps, more than 10000$/,
    ],
    [
      'of one period without an end',
      publication(long(1, '9999-12-31T00:00Z')),
      /^its periods have \d+ steps, more than 10000$/,
    ],
  ])(
    'a document of ENTSO-E is rejected before it is expanded where it is %s',
    (_, xml, problem) => {
      expect(() => parse(xml)).toThrow(
        expect.objectContaining({ problems: [expect.stringMatching(problem)] }),
      );
    },
  );

  test.each([
    ['cut off', publication(prices(15)).slice(0, -200), 'not whole XML'],
    ['no XML', 'Service unavailable', 'not whole XML'],
    ['another document', '<html></html>', 'no market document of the series'],
    [
      'of load instead of prices',
      entsoeXml('GL_MarketDocument', entsoeSeries('demand', DATE, hourly, { step: 15 })),
      'no market document of the series',
    ],
    [
      'in another currency',
      publication(prices(15)).replace(
        '<curveType>',
        '<currency_Unit.name>PLN</currency_Unit.name><curveType>',
      ),
      'currency_Unit.name is PLN, not EUR',
    ],
    [
      'an entity',
      `<!DOCTYPE x [<!ENTITY a "aaaa">]>${publication(prices(15))}`,
      'the document declares entities',
    ],
    [
      'another acknowledgement',
      ENTSOE_NO_DATA.replace('999', '401'),
      'the source says: No matching data found',
    ],
    [
      'a gap in a curve A01',
      publication(prices(15)).replace('A03', 'A01'),
      'position 2 of 100 is missing',
    ],
    ['the same twice', publication(prices(15), prices(15)), 'a period is repeated'],
    [
      'a value that is none',
      publication(prices(15)).replace('10.000', 'ten'),
      'the value of point 1 is not a number',
    ],
    [
      'of an unknown resolution',
      publication(prices(15)).replace('PT15M', 'P1M'),
      'the resolution P1M is not known',
    ],
  ])('a document of ENTSO-E is rejected where it is %s', (_, xml, problem) => {
    expect(() => parse(xml)).toThrow(expect.objectContaining({ problems: [problem] }));
  });
});
