import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiDocument } from '../src/openapi/api-document.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

const document = apiDocument();
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) => {
  const filled = path
    .replace('{region}/{market}', 'spain/md_pdbc_spain')
    .replace(/\{[^}]+\}/g, '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11');
  return Object.keys(methods).map((method) => [method.toUpperCase(), filled] as const);
});

/** It is served without a key, which calendars do not send. */
const ANONYMOUS = '/api/v0/markets/gates.ics';

/** Returns a response without its time, which differs between two requests. */
const untimed = (text: string) => text.replaceAll(/^DTSTAMP:.*$/gm, 'DTSTAMP');

const get = (path: string, headers = {}) => fetch(new URL(path, service.url), { headers });

describe('the document', () => {
  test('the document is served without a key, as it is made from the endpoints', async () => {
    const response = await get('/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test.each(['br', 'gzip', 'identity'])(
    'the document is sent in its stored compressed form, or uncompressed: %s',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const response = await get('/openapi.json', headers);
      expect(response.headers.get('content-encoding')).toBe(
        encoding === 'identity' ? null : encoding,
      );
      // A response that is compressed while it is sent has no length.
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10_000);
      await response.arrayBuffer();
      // Otherwise fetch sends headers that bypass caches.
      const caching = { 'cache-control': 'max-age=0' };
      const etag = response.headers.get('etag') ?? '';
      const known = { ...headers, ...caching, 'if-none-match': etag };
      expect((await get('/openapi.json', known)).status).toBe(304);
    },
  );

  test.each(operations)(
    'the operation %s %s is served with and without a trailing slash',
    async (method, path) => {
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const responses = async (who: object) => {
        const calls = [path, other].map((each) => service.call(method, each, { ...who, ...body }));
        return (await Promise.all(calls)).map(({ status, text }) => [status, untimed(text)]);
      };
      const [anonymous, likewise] = await responses({});
      expect(path === ANONYMOUS ? [200] : [401, 403]).toContain(anonymous?.[0]);
      expect(likewise).toEqual(anonymous);
      const [one, two] = await responses({ key });
      expect(two).toEqual(one);
    },
  );
});

describe('the pages', () => {
  test('the pages of the document are below /docs/', async () => {
    const response = await fetch(`${service.url}/docs`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('docs/');
  });

  test('the pages of the document load everything from the service', async () => {
    const page = await get('/docs/');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    const text = await page.text();
    const names = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
    expect(names).toHaveLength(4);
    for (const name of names) {
      expect(name).not.toMatch(/^\/|:/);
      const file = await get(`/docs/${name}`);
      expect([name, file.status]).toEqual([name, 200]);
      const lasts = file.headers.get('cache-control') === 'public, max-age=31536000, immutable';
      expect([name, lasts]).toEqual([name, name !== 'start.js']);
      const isCompressed = file.headers.get('content-encoding') !== null;
      expect([name, isCompressed]).toEqual([name, /swagger-ui.*(css|js)$/.test(name)]);
      expect(Number(file.headers.get('content-length'))).toBeGreaterThan(0);
      await file.arrayBuffer();
    }
  });

  test('the pages show the document of the service, and send it to no validator', async () => {
    const script = await (await get('/docs/start.js')).text();
    expect(script).toContain("url: '../openapi.json'");
    expect(script).toContain('validatorUrl: null');
  });
});
