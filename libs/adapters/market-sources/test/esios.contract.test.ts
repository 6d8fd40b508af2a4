import { type DocumentRequest, periodEnds, type SeriesName } from '@solano/domain/market';
import { esiosJson, openSourceServer } from '@solano/tools/market-sources';
import { describe, expect, test, vi } from 'vitest';
import { EsiosImbalanceSource, EsiosSource } from '../src/esios.ts';

const TOKEN = 'secret-7f3a';
const value = (i: number) => 10_000 + i * 10;

function request(series: SeriesName, date: string, etag: string | null = null): DocumentRequest {
  return { series, date, revision: 1, etag };
}

describe('an indicator of e·sios', () => {
  test('an indicator is requested as an average of quarter hours, for Spain, with the token in a header', async () => {
    await using server = await openSourceServer(() => ({ body: 'x', headers: { etag: '"1"' } }));
    const source = new EsiosSource({ url: server.url, token: TOKEN });
    const response = await source.get(request('wind', '2026-10-25', '"0"'));
    expect(response).toMatchObject({ kind: 'document', etag: '"1"' });
    const [asked] = server.requests;
    expect(asked?.path).toBe('/indicators/1777');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      start_date: '2026-10-24T22:00:00.000Z',
      end_date: '2026-10-25T22:59:59.000Z',
      time_agg: 'average',
      time_trunc: 'fifteen_minutes',
      'geo_ids[]': '3',
    });
    expect(asked?.headers).toMatchObject({
      'x-api-key': TOKEN,
      'if-none-match': '"0"',
      'accept-encoding': 'identity',
    });
  });

  test('an indicator is unchanged where the source says so, and a failure does not show the token', async () => {
    let status = 304;
    await using server = await openSourceServer(() => ({ status }));
    const source = new EsiosSource({ url: server.url, token: TOKEN });
    expect(await source.get(request('wind', '2026-10-25', '"0"'))).toEqual({ kind: 'unchanged' });
    status = 401;
    const failed = await source.get(request('wind', '2026-10-25'));
    expect(failed).toEqual({ kind: 'unavailable', reason: 'answered 401' });
  });
});

describe('the prices of deviations of e·sios', () => {
  test.each([
    [undefined, '687', '686'],
    [{ short: 11, long: 22 }, '11', '22'],
  ])('the indicators with %j are %s of short and %s of long', async (indicators, short, long) => {
    await using server = await openSourceServer(() => ({ body: 'x' }));
    const source = new EsiosImbalanceSource({ url: server.url, token: TOKEN, indicators });
    for (const direction of ['short', 'long'] as const) {
      const response = await source.get({ direction, date: '2026-10-25' });
      expect(response).toMatchObject({ kind: 'document' });
    }
    expect(server.requests.map(({ path }) => path)).toEqual([
      `/indicators/${short}`,
      `/indicators/${long}`,
    ]);
    const [{ query, headers } = { query: [], headers: {} }] = server.requests;
    expect(Object.fromEntries(query)).toMatchObject({
      start_date: '2026-10-24T22:00:00.000Z',
      end_date: '2026-10-25T22:59:59.000Z',
      time_trunc: 'fifteen_minutes',
    });
    expect(headers).toMatchObject({ 'x-api-key': TOKEN });
    expect(headers).not.toHaveProperty('if-none-match');
    const name = source.documentName({ direction: 'long', date: '2026-10-25' });
    expect(name).toBe(`${long}_20261025`);
  });

  test('the prices are those of the one place that has them, negative ones too', () => {
    const source = new EsiosImbalanceSource({ url: 'http://x', token: TOKEN });
    const rows = [22, 23, 0].map((hour, i) => ({
      value: -10.5 + i,
      datetime_utc: `2026-10-2${hour < 22 ? 5 : 4}T${String(hour).padStart(2, '0')}:00:00Z`,
      geo_id: 8741,
      geo_name: 'Península',
    }));
    const parsed = source.parse(Buffer.from(JSON.stringify({ indicator: { values: rows } })));
    const ends = [23, 24, 25].map((hour) => Date.UTC(2026, 9, 24, hour));
    const series = { stepMinutes: 60, ends, values: [-10_500, -9_500, -8_500] };
    expect(parsed).toEqual({ kind: 'values', series });
  });
});

describe('the values of an indicator', () => {
  const source = new EsiosSource({ url: 'http://x', token: TOKEN });
  const parse = (text: string) =>
    source.parse(request('md_pdbc_spain', '2026-03-29'), Buffer.from(text));

  test.each([
    ['md_pdbc_spain', '2026-03-29', 15],
    ['md_pdbc_spain', '2026-10-25', 15],
    ['md_pdbc_spain', '2024-10-27', 60],
    ['mid_pibc03_spain', '2026-10-25', 15],
    ['demand', '2026-03-29', 60],
  ] as const)(
    'the values of an indicator are those of Spain for %s on %s, by the end of %d minutes',
    (series, date, step) => {
      const text = esiosJson(series, date, step, value);
      const parsed = source.parse(request(series, date), Buffer.from(text));
      const ends = periodEnds(series, date, step);
      const expected = { stepMinutes: step, ends, values: ends.map((_, i) => value(i)) };
      expect(parsed).toEqual({ kind: 'values', series: expected });
    },
  );

  test('times without an offset are UTC, whatever the zone of the process', () => {
    vi.stubEnv('TZ', 'Europe/Madrid');
    try {
      const rows = ['00:00', '00:15'].map((time) => ({
        ...row,
        datetime_utc: `2026-03-29T${time}`,
      }));
      const parsed = parse(JSON.stringify({ indicator: { values: rows } }));
      expect(parsed).toMatchObject({
        series: { ends: ['00:15', '00:30'].map((time) => Date.parse(`2026-03-29T${time}Z`)) },
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('a trace that an average leaves is nothing', () => {
    const rows = [5.684e-14, -1e-7, 2e-6].map((value, i) => {
      return { ...row, value, datetime_utc: `2026-03-29T00:${15 * i || '00'}:00Z` };
    });
    const parsed = parse(JSON.stringify({ indicator: { values: rows } }));
    expect(parsed).toMatchObject({ series: { values: [0, 0, 0] } });
  });

  test.each([
    ['Spain', [1, 8741, 3], 3],
    ['the peninsula', [8742, 8741, 1], 8741],
    ['the peninsula where others name no place', [undefined, 8741], 8741],
  ])('the values of %s are taken of the places %j', (_, places, own) => {
    const rows = ['00:00', '00:15'].flatMap((time) =>
      places.map((geo_id) => ({ value: geo_id, datetime_utc: `2026-03-29T${time}Z`, geo_id })),
    );
    const parsed = parse(JSON.stringify({ indicator: { values: rows } }));
    expect(parsed).toMatchObject({ series: { values: [own * 1_000, own * 1_000] } });
  });

  test.each([{}, { geo_id: null }])(
    'values of the place %j are taken as they were asked for',
    (place) => {
      const values = ['00:00', '00:15'].map((time) => {
        return { value: 5, datetime_utc: `2026-03-29T${time}Z`, ...place };
      });
      const parsed = parse(JSON.stringify({ indicator: { values } }));
      expect(parsed).toMatchObject({ series: { values: [5_000, 5_000] } });
    },
  );

  test('an indicator without values is not published', () => {
    expect(parse('{"indicator":{"values":[]}}')).toEqual({ kind: 'absent' });
  });

  const row = { value: 1, datetime_utc: '2026-03-29T00:00:00Z', geo_id: 3 };
  test.each([
    ['a page', '<html>', 'not JSON'],
    ['no indicator', '[]', 'there is no indicator.values'],
    ['null', 'null', 'there is no indicator.values'],
    [
      'a repeated period',
      JSON.stringify({ indicator: { values: [row, row] } }),
      'a period is repeated',
    ],
    [
      'no number',
      JSON.stringify({ indicator: { values: [{ ...row, value: null }] } }),
      'value 1 is not a number',
    ],
    [
      'a number beyond what is stored',
      JSON.stringify({ indicator: { values: [{ ...row, value: 2_147_484 }] } }),
      'value 1 is outside -999999.999 to 999999.999',
    ],
    [
      'no time',
      JSON.stringify({ indicator: { values: [{ ...row, datetime_utc: 'soon' }] } }),
      'value 1 has no datetime_utc',
    ],
    [
      'of Portugal alone',
      JSON.stringify({ indicator: { values: [{ ...row, geo_id: 1, geo_name: 'Portugal' }] } }),
      'no value is of Spain or its peninsula',
    ],
    [
      'other countries alone',
      JSON.stringify({
        indicator: {
          values: [
            { ...row, geo_id: 1 },
            { ...row, geo_id: 2 },
          ],
        },
      }),
      'no value is of Spain or its peninsula',
    ],
  ])('the values of an indicator are rejected where they are %s', (_, text, problem) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ problems: [problem] }));
  });
});
