import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DirectoryObjectStore } from '@solano/directory';
import { type ForecastLocation, putForecast } from '@solano/domain/assets';
import { SOURCE } from '@solano/domain/contracts';
import { quartersOfDate } from '@solano/domain/kernel';
import { setPermission } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, requireConforming, type TestService } from './service.ts';

const PRICES = 'prices/spain/md_pdbc_spain';
const GENERATED = new Date('2026-11-21T08:00:00Z');

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  const { key: token, customer } = await service.customer('Norte');
  key = token;
  await setPermission(service.stores, SOURCE, 'Norte', 'prices', true);
  const ends = quartersOfDate('2026-11-22');
  const series = { stepMinutes: 15, ends, prices: ends.map((_, i) => i) };
  const made = { generatedAt: GENERATED, origin: 'imported', inputsUntil: null } as const;
  const prediction = { market: 'md_pdbc_spain', ...made, ...series } as const;
  await service.stores.prices.putPredictions([prediction]);

  const objects = new DirectoryObjectStore(join(service.folder, 'objects'));
  const put = (location: ForecastLocation, text: string) => {
    const deps = { ...service.stores, objects };
    const content = Buffer.from(text);
    return putForecast(deps, { customer, location, fileName: 'a.csv', content });
  };
  await put({ form: 'latest' }, 'a\n1\n');
  await put({ form: 'normalized', plant: 'P' }, ';pred\n2025-10-26 00:00;1\n');
  await put({ form: 'custom', type: 'Daily' }, 'a\n1\n');
});
afterAll(() => service[Symbol.asyncDispose]());

interface BareResponse {
  readonly status: number | undefined;
  readonly modified: string | undefined;
  readonly text: string;
}

/** Sends these headers alone; fetch adds `Cache-Control: no-cache` to conditional requests. */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const url = `${service.url}/api/v0/${path}`;
  const { head, text } = await exchange(url, headers, method);
  const { statusCode: status = 0, headers: responseHeaders } = head;
  const entries = Object.entries(responseHeaders) as [string, string][];
  const exchanged = {
    method,
    path: `/api/v0/${path}`,
    status,
    headers: new Headers(entries),
    text,
  };
  await requireConforming(service.url, exchanged);
  const response: BareResponse = { status, modified: responseHeaders['last-modified'], text };
  return response;
}

function exchange(url: string, headers: Record<string, string>, method: string) {
  const options = { method, headers: { ...headers, authorization: `Bearer ${key}` } };
  return new Promise<{ head: IncomingMessage; text: string }>((resolve, reject) => {
    const sent = request(url, options, (head) => {
      let text = '';
      head.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      head.on('end', () => resolve({ head, text }));
    });
    sent.on('error', reject).end();
  });
}

describe('prices', () => {
  test.each([
    'Sat, 21 Nov 2026 08:00:00 GMT',
    'Saturday, 21-Nov-26 08:00:00 GMT',
    'Sat Nov 21 08:00:00 2026',
    'Sun, 22 Nov 2026 08:00:00 GMT',
  ])('prices known since %s are not sent again', async (since) => {
    const modified = GENERATED.toUTCString();
    for (const method of ['GET', 'HEAD']) {
      const response = await send(PRICES, { 'if-modified-since': since }, method);
      expect(response).toEqual({ status: 304, modified, text: '' });
    }
  });

  test.each([
    'Sat, 21 Nov 2026 07:59:59 GMT',
    'Saturday, 21-Nov-26 07:59:59 GMT',
    'Sat Nov 21 07:59:59 2026',
  ])('prices newer than those of %s are sent', async (since) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await send(PRICES, { 'if-modified-since': since }, method);
      expect(response.status).toBe(200);
    }
  });
});

describe.each([
  PRICES,
  `${PRICES}?format=csv`,
  'forecasts/latest',
  'forecasts/latest?format=csv',
  'forecasts/normalized',
  'forecasts/normalized?format=csv',
  'forecasts/custom?type=Daily',
  'forecasts/custom?type=all',
  'forecasts/custom?type=all&format=csv',
])('%s', (path) => {
  test('the response is 304 if the client has the newest version', async () => {
    const { modified = '' } = await send(path);
    for (const method of ['GET', 'HEAD']) {
      const response = await send(path, { 'if-modified-since': modified }, method);
      expect(response).toEqual({ status: 304, modified, text: '' });
    }
  });

  // JavaScript reads these dates, and HTTP does not allow them.
  test.each(['2090-11-23', '2090-01-01T00:00:00Z', '1 Jan 2090', 'Jan 1, 2090', 'tomorrow', ''])(
    'the date %j, which HTTP does not allow, is ignored',
    async (since) => {
      const full = await send(path);
      expect(full.status).toBe(200);
      const response = await send(path, { 'if-modified-since': since });
      expect([response.status, response.text.length]).toEqual([200, full.text.length]);
      const head = await send(path, { 'if-modified-since': since }, 'HEAD');
      expect([head.status, head.text]).toEqual([200, '']);
    },
  );
});
