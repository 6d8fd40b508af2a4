import { createHmac } from 'node:crypto';
import { isSolanoError, type SolanoError } from '@solano/domain/kernel';
import type { WebhookSender } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { LocalServer, NO_SERVER, type Responder } from '../local-server.ts';
import { codeOf, errorOf } from '../outcome.ts';

/** Opens a sender that waits `timeoutMs` for a response. Disposing of it ends its connections. */
export type OpenSender = (options: {
  readonly privateAddresses: boolean;
  readonly timeoutMs?: number;
}) => Promise<WebhookSender & AsyncDisposable>;

/** What every WebhookSender does over HTTP. The tests run at once: some wait for timeouts. */
export function webhookSenderContract(name: string, open: OpenSender): void {
  describe(`WebhookSender: ${name}`, { concurrent: true }, () => {
    describe('the message', () => {
      messages(open);
    });
    describe('the response', () => {
      responses(open);
    });
    describe('the URL', () => {
      urls(open);
    });
  });
}

const KEY = Buffer.from('a key of thirty-two bytes, always');
const SECRET = `whsec_${KEY.toString('base64')}`;
const AT = new Date('2026-11-21T10:00:00.999Z');
const SECONDS = 1_795_255_200;
const MESSAGE = {
  id: 'id-1',
  body: '{"type":"purchase.failed","data":{"error":"añ⚡\\u0000 1.50"}}',
};

const hang: Responder = () => {};
const reset: Responder = (response) => void response.socket?.resetAndDestroy();

function withStatus(status: number): Responder {
  return (response) => {
    response.writeHead(status, { location: '/elsewhere' }).end();
  };
}

/** Sends the message to a server with this response. Returns the request and the outcome of sending. */
async function sentTo(open: OpenSender, respond: Responder, timeoutMs = 10_000) {
  await using server = await LocalServer.start(respond);
  await using sender = await open({ privateAddresses: true, timeoutMs });
  const url = `${server.url}/hook%20s?token=a%2Fb`;
  const error = await errorOf(sender.send({ url, secret: SECRET }, MESSAGE, AT));
  return { requests: server.requests, error };
}

function messages(open: OpenSender): void {
  test('the message is posted unchanged, to the path and query of the URL', async () => {
    const { requests, error } = await sentTo(open, withStatus(200));
    expect(error).toBeUndefined();
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      target: '/hook%20s?token=a%2Fb',
      body: MESSAGE.body,
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(MESSAGE.body)}`,
    });
  });

  test('the message is signed with its id and the time of sending, in seconds', async () => {
    const { requests } = await sentTo(open, withStatus(204));
    const signed = `id-1.${SECONDS}.${MESSAGE.body}`;
    expect(requests[0]?.headers).toMatchObject({
      'webhook-id': 'id-1',
      'webhook-timestamp': `${SECONDS}`,
      'webhook-signature': `v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`,
    });
  });

  test.each([
    ['until then', AT.getTime() + 1, 2],
    ['but not from then on', AT.getTime(), 1],
  ])('the message is signed with the previous secret as well %s', async (_, until, count) => {
    await using server = await LocalServer.start(withStatus(204));
    await using sender = await open({ privateAddresses: true });
    const old = Buffer.from('the key of before, thirty-two by');
    const previousSecret = {
      secret: `whsec_${old.toString('base64')}`,
      until: new Date(until),
    };
    await sender.send({ url: server.url, secret: SECRET, previousSecret }, MESSAGE, AT);
    const signed = `id-1.${SECONDS}.${MESSAGE.body}`;
    const signatures = [KEY, old].map(
      (key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    const expected = signatures.slice(0, count).join(' ');
    expect(server.requests[0]?.headers['webhook-signature']).toBe(expected);
  });

  test('the message contains neither the secret nor credentials', async () => {
    const { requests } = await sentTo(open, withStatus(200));
    expect(JSON.stringify(requests)).not.toContain(SECRET.slice(6));
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });
}

function responses(open: OpenSender): void {
  test.each([200, 201, 202, 204, 299])('a response of %d is a delivery', async (status) => {
    expect((await sentTo(open, withStatus(status))).error).toBeUndefined();
  });

  test.each([300, 301, 302, 307, 308, 400, 401, 403, 404, 429, 500, 502, 503])(
    'a response of %d is to be retried, and no redirection is followed',
    async (status) => {
      const { requests, error } = await sentTo(open, withStatus(status));
      const message = `The endpoint answered ${status}.`;
      expect(error).toMatchObject({ code: 'webhook_unavailable', message });
      expect(requests).toHaveLength(1);
    },
  );

  test.each([
    [200, true],
    [299, true],
    [300, false],
    [410, false],
    [500, false],
  ])('a response of %d is returned by post, accepted: %s', async (status, isAccepted) => {
    await using server = await LocalServer.start(withStatus(status));
    await using sender = await open({ privateAddresses: true });
    const response = await sender.post({ url: server.url, secret: SECRET }, MESSAGE, AT);
    expect(response).toEqual({ status, isAccepted });
  });

  test('a response of 410 is final', async () => {
    const { error } = await sentTo(open, withStatus(410));
    expect(error).toMatchObject({ code: 'webhook_gone', message: 'The endpoint answered 410.' });
  });

  test.each([
    ['that does not come', hang],
    ['that is a reset', reset],
  ])('a response with %s is to be retried', async (_, respond) => {
    const before = performance.now();
    const { error } = await sentTo(open, respond, 300);
    expect(error).toMatchObject({ code: 'webhook_unavailable' });
    expect((error as SolanoError).cause).toBeInstanceOf(Error);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('a response that never comes is to be retried', async () => {
    await using sender = await open({ privateAddresses: true });
    const sent = sender.send({ url: NO_SERVER, secret: SECRET }, MESSAGE, AT);
    expect(await codeOf(sent)).toBe('webhook_unavailable');
  });

  test('a response whose body does not end is a delivery', async () => {
    const slow: Responder = (response) => void response.write('{');
    expect((await sentTo(open, slow, 1_000)).error).toBeUndefined();
  });
}

const PUBLIC = [
  'https://customer.example',
  'https://customer.example:8443/a/b?c=d&e=%20',
  'https://sub.customer.example./',
  'https://1.1.1.1/hook',
  'https://[2606:4700:4700::1111]/hook',
  'https://localhost.example/',
  'https://ñandú.example/',
];

const PRIVATE = [
  'https://localhost/',
  'https://LOCALHOST:3000/',
  'https://localhost./',
  'https://api.localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00:ec2::254]/',
];

const WRONG = [
  ['', 'is not a URL'],
  ['customer.example/hook', 'is not a URL'],
  ['https:', 'is not a URL'],
  ['https:///hook', 'is not a URL'],
  ['https://customer.example/a b', 'is not a URL'],
  [' https://customer.example/', 'is not a URL'],
  ['https://customer.example/\n', 'is not a URL'],
  ['https://customer.example:99999/', 'is not a URL'],
  ['ftp://customer.example/', 'must be https'],
  ['file:///etc/passwd', 'is not a URL'],
  ['https://user@customer.example/', 'must not hold credentials'],
  ['https://user:secret@customer.example/', 'must not hold credentials'],
  ['https://:secret@customer.example/', 'must not hold credentials'],
  ['https://customer.example/#part', 'must not have a fragment'],
  ['https://customer.example/#', 'must not have a fragment'],
] as const;

function rejectionOf(sender: WebhookSender, url: string): SolanoError | undefined {
  try {
    sender.check(url);
    return undefined;
  } catch (error) {
    if (isSolanoError(error)) return error;
    throw error;
  }
}

function urls(open: OpenSender): void {
  test.each(PUBLIC)('the URL may be %s', async (url) => {
    for (const privateAddresses of [true, false]) {
      await using sender = await open({ privateAddresses });
      expect(rejectionOf(sender, url)).toBeUndefined();
    }
  });

  test.each([...PRIVATE, 'http://127.0.0.1:3000/', 'http://customer.example/'])(
    'the URL may be %s only where private addresses are allowed, and is not even connected to',
    async (url) => {
      await using allowing = await open({ privateAddresses: true });
      expect(rejectionOf(allowing, url)).toBeUndefined();
      await using sender = await open({ privateAddresses: false });
      const rejection = rejectionOf(sender, url);
      expect(rejection?.code).toBe('invalid_request');
      expect(rejection?.message).toMatch(/is not public|must be https/);
      const sent = sender.send({ url, secret: SECRET }, MESSAGE, AT);
      expect(await codeOf(sent)).toBe('webhook_rejected');
    },
  );

  test('a private URL is rejected, even if its server would respond', async () => {
    await using server = await LocalServer.start(withStatus(200));
    await using sender = await open({ privateAddresses: false });
    const url = server.url.replace('http:', 'https:');
    const sent = sender.send({ url, secret: SECRET }, MESSAGE, AT);
    expect(await codeOf(sent)).toBe('webhook_rejected');
    expect(server.requests).toEqual([]);
  });

  test.each(WRONG)('the URL may not be %j, which %s', async (url, why) => {
    for (const privateAddresses of [true, false]) {
      await using sender = await open({ privateAddresses });
      const rejection = rejectionOf(sender, url);
      expect(rejection?.code).toBe('invalid_request');
      expect(rejection?.message).toContain(`The URL of the webhook ${why}`);
    }
  });
}
