import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SOURCE } from '@solano/domain/contracts';
import { notifyGatesClosing } from '@solano/domain/desk/jobs';
import { issueKey } from '@solano/domain/service';
import { GateEvent } from '@solano/schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';
import { openEndpoint, type Received } from './webhook-endpoint.ts';

const PATH = '/api/v0/webhooks';
const PURCHASE = { purchase: [{ datetime: '2026-11-23 20:00', purchase: 1 }] };

let service: TestService;
let key: string;
let foreign: string;

beforeAll(async () => {
  service = await openService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
  await service.customer('Norte');
  await service.customer('Sur');
  const scopes = ['webhooks', 'purchases'];
  key = (await issueKey(service.stores, SOURCE, 'Norte', { scopes })).token;
  foreign = (await issueKey(service.stores, SOURCE, 'Sur', { scopes })).token;
});
afterAll(() => service[Symbol.asyncDispose]());

async function add(url: string): Promise<{ id: string; secret: string }> {
  const response = await service.call('POST', PATH, { key, body: { url } });
  expect(response.status).toBe(201);
  return response.json as { id: string; secret: string };
}

async function submit(body: object = PURCHASE): Promise<string> {
  const path = '/api/v0/user/ana/submit-purchase/acme';
  return idOf(await service.call('POST', path, { key, body }));
}

/** The newest delivery once it is in one of the statuses. */
async function newest(id: string, ...statuses: string[]) {
  const read = async () => {
    const { json } = await service.call('GET', `${PATH}/${id}/deliveries`, { key });
    return (json as { id: string; status: string; error: string }[])[0];
  };
  await expect.poll(async () => (await read())?.status).toBeOneOf(statuses);
  return read();
}

const messageOf = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };

/** An endpoint that accepts connections and never responds. */
async function openSilentEndpoint() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('tests of a silent endpoint do not delay other requests', async () => {
  await using own = await openService({
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    MAX_REQUESTS_IN_WORK: '24',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  await own.customer('Norte');
  const { key: other } = await own.customer('Sur');
  const desk = (await issueKey(own.stores, SOURCE, 'Norte', { scopes: ['webhooks'] })).token;
  const waiting: Promise<unknown>[] = [];
  {
    await using silent = await openSilentEndpoint();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const body = { url: silent.url };
      ids.push(idOf(await own.call('POST', PATH, { key: desk, body })));
    }
    const send = (id: string) => own.call('POST', `${PATH}/${id}/test`, { key: desk });
    const statuses: number[] = [];
    // The number of requests that are allowed while their key is looked up.
    for (let sent = 20; sent <= 100; sent += 20) {
      const some = Array.from({ length: 20 }, async (_, i) => {
        const response = await send(ids[i % 3] as string);
        statuses.push(response.status);
        return response;
      });
      waiting.push(...some);
      await expect.poll(() => statuses.filter((each) => each === 429)).toHaveLength(sent - 8);
    }
    await expect.poll(() => silent.connections()).toBe(8);
    const rejected = await send(ids[0] as string);
    expect([rejected.status, rejected.json]).toEqual([429, { detail: 'Request was throttled.' }]);
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
    for (let i = 0; i < 20; i += 1) {
      expect((await own.call('GET', '/api/v0/plants/', { key: other })).status).toBe(200);
    }
    expect(statuses).toHaveLength(92);
  }
  const responses = (await Promise.all(waiting)) as { status: number }[];
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(8);
});

describe('a webhook', () => {
  test('a webhook is added with a secret that is shown once, and listed without it', async () => {
    await using endpoint = await openEndpoint();
    const { id, secret } = await add(endpoint.url);
    expect(secret).toMatch(/^whsec_/);
    const stored = await service.stores.webhooks.get(id);
    expect(stored?.secret).toMatch(/^aes256gcm:/);
    const listed = await service.call('GET', PATH, { key });
    expect(listed.text).not.toContain(secret);
    expect(listed.json).toContainEqual({
      id,
      url: endpoint.url,
      events: expect.arrayContaining(['purchase.completed', 'purchase.failed']),
      gate_closing_minutes: 60,
      created_at: expect.stringMatching(/Z$/),
      disabled_at: null,
      previous_secret_until: null,
    });
    expect((await service.call('GET', PATH, { key: foreign })).json).toEqual([]);
    expect((await service.call('DELETE', `${PATH}/${id}`, { key })).status).toBe(204);
    expect((await service.call('GET', PATH, { key })).json).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  test.each([
    [{}, { url: ['This field is required.'] }],
    [
      { url: 7, events: [] },
      { url: ['Not a valid string.'], events: ['This list may not be empty.'] },
    ],
    [{ url: 'https://a.example', events: ['x'] }, { events: ['"x" is not a valid choice.'] }],
    [
      { url: 'https://a.example', gate_closing_minutes: 1441 },
      { gate_closing_minutes: ['Ensure this value is less than or equal to 1440.'] },
    ],
    [
      { url: 'https://a.example', gate_closing_minutes: '60' },
      { gate_closing_minutes: ['A valid integer is required.'] },
    ],
  ])('a webhook is rejected with an error that names the bad field: %j', async (body, fields) => {
    const response = await service.call('POST', PATH, { key, body });
    expect([response.status, response.json]).toEqual([400, fields]);
  });

  test('a webhook with an address that the command line would reject is not added', async () => {
    const response = await service.call('POST', PATH, { key, body: { url: 'ftp://a.example' } });
    expect([response.status, response.json]).toEqual([400, { error: expect.any(String) }]);
  });

  test('a webhook’s test sends a message, and shows the status of the response but not its body', async () => {
    await using endpoint = await openEndpoint([500]);
    const { id, secret } = await add(endpoint.url);
    const failed = await service.call('POST', `${PATH}/${id}/test`, { key });
    expect(failed.json).toEqual({ status: 500, ms: expect.any(Number), error: '' });
    const taken = await service.call('POST', `${PATH}/${id}/test`, { key });
    expect(taken.json).toEqual({ status: 204, ms: expect.any(Number), error: '' });
    expect(messageOf(endpoint.received[1] as Received, secret).type).toBe('webhook.test');
    expect((await service.call('GET', `${PATH}/${id}/deliveries`, { key })).json).toEqual([]);
  });

  test('a webhook’s test shows that its endpoint cannot be reached', async () => {
    const { id } = await add('http://127.0.0.1:1/');
    const { json } = await service.call('POST', `${PATH}/${id}/test`, { key });
    const error = 'The endpoint cannot be reached, or does not answer in time.';
    expect(json).toEqual({ status: null, ms: expect.any(Number), error });
    await service.call('DELETE', `${PATH}/${id}`, { key });
  });

  test('a failed message is delivered again, with the same id and body', async () => {
    await using endpoint = await openEndpoint([410]);
    const { id } = await add(endpoint.url);
    await submit();
    const failed = await newest(id, 'failed');
    expect(failed?.error).toBe('The endpoint answered 410.');
    const again = `${PATH}/${id}/deliveries/${failed?.id}/replay`;
    expect((await service.call('POST', again, { key })).json).toMatchObject({ status: 204 });
    const [first, second] = endpoint.received as [Received, Received];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(await newest(id, 'delivered')).toMatchObject({ id: failed?.id, error: '' });
    const body = { enabled: true };
    const used = await service.call('PATCH', `${PATH}/${id}`, { key, body });
    expect(used.json).toMatchObject({ id, disabled_at: null });
    await submit();
    await endpoint.until(3);
    await service.call('DELETE', `${PATH}/${id}`, { key });
  });

  test('a webhook is notified once of a gate that closes within its minutes', async () => {
    await using endpoint = await openEndpoint();
    const { id, secret } = await add(endpoint.url);
    const body = { events: ['gate.closing'], gate_closing_minutes: 45 };
    const changed = await service.call('PATCH', `${PATH}/${id}`, { key, body });
    expect(changed.json).toMatchObject(body);
    const purchase = await submit({ purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] });
    await settled(service, key, 'ana', purchase);
    const clock = () => new Date('2031-05-04T09:16:00Z');
    const deps = { ...service.stores, clock };
    await Promise.all([notifyGatesClosing(deps), notifyGatesClosing(deps)]);
    await endpoint.until(1);
    const message = messageOf(endpoint.received[0] as Received, secret);
    // The document describes it so.
    expect(GateEvent.parse(message)).toEqual(message);
    expect(message).toMatchObject({
      type: 'gate.closing',
      data: {
        id: purchase,
        session: 'MD',
        closes_at: '2031-05-04T10:00:00.000Z',
        minutes_left: 44,
      },
    });
    expect(await newest(id, 'delivered')).toMatchObject({ event: 'gate.closing' });
    expect(endpoint.received).toHaveLength(1);
    await service.call('DELETE', `${PATH}/${id}`, { key });
  });

  test('a webhook has two valid secrets while one is replaced', async () => {
    await using endpoint = await openEndpoint();
    const { id, secret: old } = await add(endpoint.url);
    const rotate = (body: object) =>
      service.call('POST', `${PATH}/${id}/rotate-secret`, { key, body });
    const { secret, previous_secret_until } = (await rotate({})).json as Record<string, string>;
    expect(Date.parse(previous_secret_until as string) - Date.now()).toBeGreaterThan(86_000_000);
    await service.call('POST', `${PATH}/${id}/test`, { key });
    for (const each of [old, secret as string]) {
      expect(messageOf(endpoint.received[0] as Received, each).type).toBe('webhook.test');
    }
    const { secret: last } = (await rotate({ grace: '0s' })).json as Record<string, string>;
    await service.call('POST', `${PATH}/${id}/test`, { key });
    expect(messageOf(endpoint.received[1] as Received, last as string).type).toBe('webhook.test');
    expect(() => messageOf(endpoint.received[1] as Received, secret as string)).toThrow(
      'No matching signature',
    );
  });

  test('a webhook is not found by another customer', async () => {
    await using endpoint = await openEndpoint();
    const { id } = await add(endpoint.url);
    const calls: [string, string][] = [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${id}/replay`],
    ];
    for (const [method, path] of calls) {
      const body = method === 'PATCH' ? { body: {} } : {};
      const response = await service.call(method, `${PATH}/${id}${path}`, {
        key: foreign,
        ...body,
      });
      expect([method, path, response.status]).toEqual([method, path, 404]);
    }
    expect(endpoint.received).toEqual([]);
    const other = await service.call('POST', PATH, {
      key: foreign,
      body: { url: endpoint.url },
    });
    const own = idOf(other);
    const replayed = `${PATH}/${own}/deliveries/${id}/replay`;
    expect((await service.call('POST', replayed, { key: foreign })).status).toBe(404);
  });
});
