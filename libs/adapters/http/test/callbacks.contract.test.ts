import { gunzipSync } from 'node:zlib';
import {
  codeOf,
  concurrently,
  errorOf,
  LocalServer,
  NO_SERVER,
  type Responder,
} from '@solano/domain/contracts';
import type { PurchaseReport, ReportedPurchase } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { opened, tokens } from './callbacks.ts';

describe('the callback', { concurrent: true }, () => {
  describe('request', () => {
    requests();
  });
  describe('response', () => {
    responses();
  });
  describe('connection', () => {
    connections();
  });
});

const TIMEOUT_MS = 10_000;
const SHORT_MS = 300;
const BEGUN: PurchaseReport = { status: 'in_progress', outputs: [] };

const ok: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"in_progress"}');
};

function aPurchase(user = 'user', requestId: string | null = null): ReportedPurchase {
  return { id: crypto.randomUUID(), user, requestId };
}

function withStatus(status: number, body = '{"error":"no"}'): Responder {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
}

function aModel(json: string): PurchaseReport['outputs'] {
  return [1, 2].map((idmodel) => ({ idmodel, json }));
}

function unpacked(bytes: Buffer | undefined): string {
  return gunzipSync(bytes ?? Buffer.alloc(0)).toString('utf8');
}

function requests(): void {
  const users = [
    'user',
    'a/b',
    '100%',
    'a b',
    '..',
    '.',
    'a?b',
    'a#b',
    '🏭⚡',
    '%2F',
    'é',
    '\\',
    '+&=;',
  ];

  test.each(users)(
    'a callback is a PUT to the path of the user %j and the purchase',
    async (user) => {
      await using server = await LocalServer.start(ok);
      await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
      const purchase = aPurchase(user);
      await updates.report(purchase, BEGUN);
      const { method, target } = server.request;
      expect(method).toBe('PUT');
      const [, segment = '', ...others] = /^\/api\/v0\/user\/([^/?#]*)\/(.*)$/.exec(target) ?? [];
      expect(others).toEqual([`purchase/${purchase.id}/update`]);
      expect(decodeURIComponent(segment)).toBe(user);
      // Unreserved characters stand for themselves, but a segment of dots would be resolved.
      expect(segment).toMatch(/^(?!\.{1,2}$)([\w.~!'()*-]|%[0-9A-F]{2})+$/);
    },
  );

  test('a callback encodes the purchase id in its path', async () => {
    await using server = await LocalServer.start(ok);
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    await updates.report({ ...aPurchase(), id: 'a/../b?c' }, BEGUN);
    const [, , , , , , id = '', ...rest] = server.request.target.split('/');
    expect([decodeURIComponent(id), ...rest]).toEqual(['a/../b?c', 'update']);
  });

  test.each(['/solano', '/solano/', '/'])(
    'a callback goes below the path %s of the service',
    async (path) => {
      await using server = await LocalServer.start(ok);
      await using updates = opened({ url: `${server.url}${path}`, timeoutMs: TIMEOUT_MS });
      await updates.report(aPurchase(), BEGUN);
      const expected = `${path.replace(/\/$/, '')}/api/v0/user/user/purchase/`;
      expect(server.request.target.slice(0, expected.length)).toBe(expected);
    },
  );

  test.each<[string, PurchaseReport]>([
    ['without an error', { status: 'completed', outputs: aModel('{ "a":1.10, "b":1e-7 }') }],
    ['with an error', { status: 'failed', outputs: [], error: '💥 "quoted" \\ 100%\n' }],
    ['with an empty error', { status: 'completed', outputs: aModel(' {"z":-0.0}\n'), error: '' }],
    ['of some megabytes', { status: 'completed', outputs: aModel(`["${'é🏭'.repeat(700_000)}"]`) }],
  ])('a callback has the submitted outputs in its JSON body, %s', async (_, report) => {
    await using server = await LocalServer.start(ok);
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    await updates.report(aPurchase(), report);
    const { headers, body } = server.request;
    expect(headers['content-type']).toMatch(/^application\/json\b/);
    for (const { json } of report.outputs) expect(body.includes(json)).toBe(true);
    const outputs = report.outputs.map(({ json }): unknown => JSON.parse(json));
    expect(JSON.parse(body)).toEqual({ ...report, outputs });
  });

  test('a callback carries a token for its purchase and no other', async () => {
    await using server = await LocalServer.start(ok);
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    const purchase = aPurchase();
    await updates.report(purchase, BEGUN);
    const [, token = ''] = /^Bearer (\S+)$/.exec(server.request.headers.authorization ?? '') ?? [];
    expect(tokens.recognises(token)).toBe(true);
    expect(tokens.accepts(token, purchase.id, new Date())).toBe(true);
    expect(tokens.accepts(token, aPurchase().id, new Date())).toBe(false);
  });

  test.each(['order-7:a', null])('a callback carries the request id %j', async (requestId) => {
    await using server = await LocalServer.start(ok);
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    await updates.report(aPurchase('user', requestId), BEGUN);
    expect(server.request.headers['x-request-id'] ?? null).toBe(requestId);
  });

  test('a callback is sent once for each of twenty reports at once', async () => {
    await using server = await LocalServer.start(ok);
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    const sent = await concurrently(20, async (i) => {
      const purchase = aPurchase();
      await updates.report(purchase, {
        status: 'completed',
        outputs: [{ idmodel: i, json: `${i}` }],
      });
      return `${purchase.id} [${i}]`;
    });
    const received = server.requests.map(({ target, body }) => {
      const { outputs } = JSON.parse(body) as { outputs: unknown };
      return `${target.split('/').at(-2)} ${JSON.stringify(outputs)}`;
    });
    expect(received.toSorted()).toEqual(sent.toSorted());
  });
}

function responses(): void {
  async function all(respond: Responder) {
    await using server = await LocalServer.start(respond);
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    const error = await errorOf(updates.report(aPurchase(), BEGUN));
    const isCompressed = server.requests.map(({ headers }) => 'content-encoding' in headers);
    return { error, isCompressed };
  }

  /** Of a callback that is sent once. */
  async function notified(respond: Responder): Promise<unknown> {
    const { error, isCompressed } = await all(respond);
    expect(isCompressed).toEqual([false]);
    return error;
  }

  test('a response of 200 is success', async () => {
    expect(await notified(ok)).toBeUndefined();
    expect(await notified((response) => response.end('not JSON'))).toBeUndefined();
  });

  test.each([500, 502, 503, 504, 408, 429])(
    'a response of %d is report_unavailable',
    async (status) => {
      const error = await notified(withStatus(status));
      expect(error).toBeInstanceOf(SolanoError);
      expect(error).toHaveProperty('code', 'report_unavailable');
    },
  );

  test.each<[number, RegExp]>([
    [301, /CALLBACK_URL/],
    [302, /CALLBACK_URL/],
    [307, /CALLBACK_URL/],
    [308, /CALLBACK_URL/],
    [401, /CALLBACK_SECRET.*clocks/],
    [403, /check/],
    [404, /CALLBACK_URL/],
  ])('a response of %d is report_misconfigured and says what to check', async (status, check) => {
    const error = await notified(withStatus(status));
    expect(error).toBeInstanceOf(SolanoError);
    expect(error).toHaveProperty('code', 'report_misconfigured');
    expect((error as SolanoError).message).toMatch(new RegExp(`\\b${status}\\b`));
    expect((error as SolanoError).message).toMatch(check);
    expect((error as SolanoError).message).not.toMatch(/http:|127\.0\.0\.1/);
  });

  test.each([413, 415])(
    '413, and then %d to the compressed body, is report_misconfigured',
    async (second) => {
      const { error, isCompressed } = await all((response, request) =>
        withStatus('content-encoding' in request.headers ? second : 413)(response, request),
      );
      expect(isCompressed).toEqual([false, true]);
      expect(error).toHaveProperty('code', 'report_misconfigured');
      expect((error as SolanoError).message).toMatch(/\b413\b.*body limit/);
    },
  );

  test('a response of 413 is followed by the same body compressed', async () => {
    const max = 100_000;
    await using server = await LocalServer.start((response, { headers }) => {
      response.writeHead(Number(headers['content-length']) > max ? 413 : 200).end();
    });
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    const outputs = aModel(`["${'é🏭'.repeat(max)}"]`);
    await updates.report(aPurchase(), { status: 'completed', outputs });
    const [plain, compressed, ...others] = server.requests;
    expect(others).toEqual([]);
    expect(compressed?.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json',
    });
    expect(unpacked(compressed?.bytes)).toBe(plain?.body);
    expect(compressed?.target).toBe(plain?.target);
  });

  test.each<[number, string]>([
    [503, 'report_unavailable'],
    [301, 'report_misconfigured'],
    [422, 'report_rejected'],
  ])('413, and then %d to the compressed body, is %s', async (second, code) => {
    const { error } = await all((response, request) =>
      withStatus('content-encoding' in request.headers ? second : 413)(response, request),
    );
    expect(error).toHaveProperty('code', code);
  });

  test('a response of 404 from an API that does not know the purchase is purchase_not_found', async () => {
    const error = await notified(withStatus(404, '{"error": "Purchase not found."}'));
    expect(error).toHaveProperty('code', 'purchase_not_found');
  });

  test.each(['', '[]', 'null', '"Purchase not found."', '{"detail":"Purchase not found."}', '<p>'])(
    'a response of 404 with the body %j is report_misconfigured',
    async (body) => {
      expect(await notified(withStatus(404, body))).toHaveProperty('code', 'report_misconfigured');
    },
  );

  test.each([400, 402, 405, 409, 410, 415, 422, 431, 451, 499])(
    'a response of %d is report_rejected',
    async (status) => {
      const error = await notified(withStatus(status));
      expect(error).toBeInstanceOf(SolanoError);
      expect(error).toHaveProperty('code', 'report_rejected');
      expect((error as SolanoError).message).toMatch(new RegExp(`\\b${status}\\b`));
    },
  );
}

function connections(): void {
  async function codeFrom(respond: Responder, update = BEGUN): Promise<string | undefined> {
    await using server = await LocalServer.start(respond);
    await using updates = opened({ url: server.url, timeoutMs: SHORT_MS });
    return await codeOf(updates.report(aPurchase(), update));
  }

  test('a rejected connection is report_unavailable', async () => {
    await using updates = opened({ url: NO_SERVER, timeoutMs: TIMEOUT_MS });
    expect(await codeOf(updates.report(aPurchase(), BEGUN))).toBe('report_unavailable');
  });

  test('a connection that is reset before the response is report_unavailable', async () => {
    const code = await codeFrom((_, request) => request.socket.resetAndDestroy());
    expect(code).toBe('report_unavailable');
  });

  test('a connection that ends within the head of the response is report_unavailable', async () => {
    const code = await codeFrom((_, { socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.destroy());
    });
    expect(code).toBe('report_unavailable');
  });

  test('a response that is not HTTP is report_unavailable', async () => {
    const code = await codeFrom((_, { socket }) => socket.end('hello\r\n\r\n'));
    expect(code).toBe('report_unavailable');
  });

  test('a connection without a response is report_unavailable', async () => {
    expect(await codeFrom(() => {})).toBe('report_unavailable');
  });

  test('the client works again after a call failed', async () => {
    let failures = 2;
    await using server = await LocalServer.start((response, request) => {
      failures -= 1;
      if (failures < 0) ok(response, request);
      else request.socket.destroy();
    });
    await using updates = opened({ url: server.url, timeoutMs: TIMEOUT_MS });
    const report = () => codeOf(updates.report(aPurchase(), BEGUN));
    const codes = [await report(), await report(), await report(), await report()];
    expect(codes).toEqual(['report_unavailable', 'report_unavailable', undefined, undefined]);
  });
}
