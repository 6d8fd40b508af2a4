import type { DocumentRequest } from '@solano/domain/market';
import type { SourceResponse } from '@solano/tools/market-sources';
import { omieRows, omieText, openSourceServer } from '@solano/tools/market-sources';
import { describe, expect, test } from 'vitest';
import { OmieSource } from '../src/omie.ts';

const REQUEST: DocumentRequest = {
  series: 'mid_pibc02_spain',
  date: '2026-10-25',
  revision: 3,
  etag: null,
};
const price = (i: number) => (i % 2 === 0 ? -1_500 : 57_120);

async function asked(sent: SourceResponse) {
  await using server = await openSourceServer(() => sent);
  // Only silence is to be waited for: a busy machine may take longer than that for a response.
  const source = new OmieSource({ url: server.url, ...(sent.isSilent && { timeoutMs: 300 }) });
  const response = await source.get(REQUEST);
  return { response, requests: server.requests };
}

describe('a file of OMIE', () => {
  test('a file of OMIE is requested by family and name, with its session and revision', async () => {
    const { requests, response } = await asked({ body: 'x' });
    expect(requests[0]?.path).toBe('/es/file-download');
    expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
      parents: 'marginalpibc',
      filename: 'marginalpibc_2026102502.3',
    });
    expect(response).toMatchObject({ kind: 'document' });
  });

  test('a file of OMIE is absent if it is not published', async () => {
    expect((await asked({ status: 404 })).response).toEqual({ kind: 'absent' });
  });

  test.each([
    ['an error', { status: 500 }, { reason: 'answered 500' }],
    ['an unchanged copy of nothing', { status: 304 }, { reason: 'answered 304' }],
    ['a redirection', { status: 302, headers: { location: '/x' } }, { reason: 'answered 302' }],
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '120' } },
      { reason: 'answered 429', retryAfterMs: 120_000 },
    ],
    ['silence', { isSilent: true }, { reason: 'did not answer within 0.3 s' }],
    [
      'half a body',
      { body: 'MARGINALPIBC;\r\n', isCut: true },
      { reason: 'did not answer: ECONNRESET' },
    ],
    [
      'too much',
      { body: Buffer.alloc(5 * 2 ** 20) },
      { reason: 'answered more than 4194304 bytes' },
    ],
  ])('a file of OMIE is unavailable where the response is %s', async (_, sent, expected) => {
    expect((await asked(sent)).response).toEqual({ kind: 'unavailable', ...expected });
  });

  test('a file of OMIE is unavailable where no server listens', async () => {
    // No program listens on the lowest port.
    const response = await new OmieSource({ url: 'http://127.0.0.1:1' }).get(REQUEST);
    expect(response).toEqual({ kind: 'unavailable', reason: 'did not answer: ECONNREFUSED' });
  });
});

describe('what is in a file of OMIE', () => {
  const parse = (text: string, request = REQUEST) =>
    new OmieSource({ url: 'http://x' }).parse(request, Buffer.from(text, 'latin1'));

  test.each([
    ['2026-03-29', 92],
    ['2026-06-01', 96],
    ['2026-10-25', 100],
  ])('a file of OMIE has Spain’s price of each quarter hour of %s: %d', (date, count) => {
    const request = { ...REQUEST, date };
    const parsed = parse(omieText(REQUEST.series, date, price), request);
    expect(parsed).toMatchObject({ kind: 'values', series: { stepMinutes: 15 } });
    if (parsed.kind !== 'values') return;
    expect(parsed.series.values).toEqual(Array.from({ length: count }, (_, i) => price(i)));
  });

  test('the lines of a file of OMIE may end with LF alone', () => {
    const text = omieText(REQUEST.series, REQUEST.date, price).replaceAll('\r', '');
    expect(parse(text)).toMatchObject({ kind: 'values' });
  });

  test('a file with nothing between its header and * is a cancelled auction', () => {
    expect(parse('MARGINALPIBC;\r\n*\r\n')).toEqual({ kind: 'cancelled' });
  });

  const rows = omieRows(REQUEST.series, REQUEST.date, price);
  test.each([
    ['an HTML page', '<!DOCTYPE html><html></html>', 'line 1: the header is not MARGINALPIBC;'],
    ['nothing', '', 'line 1: the header is not MARGINALPIBC;'],
    ['no *', `MARGINALPIBC;\n${rows.join('\n')}\n`, 'the file does not end with a line *'],
    [
      'rows after the *',
      `MARGINALPIBC;\n*\n${rows.join('\n')}\n`,
      'the file does not end with a line *',
    ],
    [
      'rows between two *',
      `MARGINALPIBC;\n*\n${rows.join('\n')}\n*\n`,
      'the file does not end with a line *',
    ],
    [
      'a repeated row',
      `MARGINALPIBC;\n${[...rows, rows[0]].join('\n')}\n*\n`,
      'line 102: period 1 is repeated',
    ],
  ])('a file of OMIE is rejected where it is %s', (_, text, problem) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ problems: [problem] }));
  });

  test('a file from before the three auctions is of another market', () => {
    const request = { ...REQUEST, date: '2024-06-13' };
    const text = 'MARGINALPIBC;\n*\n';
    expect(() => parse(text, request)).toThrow('the six intraday sessions held before 2024-06-14');
  });
});
