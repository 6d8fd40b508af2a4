import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FORM_BYTES } from '../src/body/form.ts';
import { dial } from '../test/server.ts';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

const PATH = '/api/v0/outages';
const HEAD = 'plant_id,start_time_utc,end_time_utc,available_power_mw,note\n';
const rows = (note: string) => `${HEAD}Kenia,2026-03-01T10:00Z,2026-03-01T12:00Z,5,${note}\n`;
const BUSY = { status: 503, json: { error: 'The service is busy. Try again soon.' } };
const UNKNOWN = { status: 401, json: { error: 'Invalid or missing token.' } };

/** A form whose parts come in the order given. */
function formOf(...parts: [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (name === 'file') form.append(name, new File([value], 'a.csv', { type: 'text/csv' }));
    else form.append(name, value);
  }
  return form;
}

/** Starts an upload of so many bytes, by default more than are sent. */
async function begin(
  service: TestService,
  sent: string,
  address: string,
  length = sent.length + 100,
) {
  const caller = await dial(Number(new URL(service.url).port));
  const type = 'Content-Type: multipart/form-data; boundary=x';
  caller.send(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${type}\r\n`);
  caller.send(`Content-Length: ${length}\r\n\r\n${sent}`);
  return caller;
}

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x`;

describe('the memory of anonymous clients', () => {
  const MAX = 1_000_000;
  /** Bytes of all anonymous clients are limited to twice this, of an address to this. */
  const LARGEST = MAX + FORM_BYTES;
  const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
  let service: TestService;
  let key: string;
  const anonymousClients = new Map<string, Awaited<ReturnType<typeof dial>>>();

  const upload = (body: FormData) => service.call('POST', PATH, { body });
  /** Uses the whole memory of an address; begins again if it is rejected because of another upload. */
  const hold = async (address: string): Promise<void> => {
    const client = await begin(service, 'x'.repeat(LARGEST - 1), address, LARGEST);
    anonymousClients.set(address, client);
    if ((await client.saw('}')).includes('}')) await hold(address);
  };
  let holding: Promise<unknown>;

  beforeAll(async () => {
    service = await openService({
      RATE_LIMIT_PER_MINUTE: '0',
      TRUSTED_PROXIES: '127.0.0.0/8',
      MAX_JSON_BYTES: '2000',
      MAX_UPLOAD_BYTES: String(MAX),
    });
    ({ key } = await service.customer('Norte'));
    await addPlant(service, key, 'Kenia');
    holding = Promise.all(ADDRESSES.map(hold));
    const body = formOf(['file', rows('x'.repeat(400_000))]);
    await vi.waitUntil(async () => (await upload(body)).status === BUSY.status, 4 * 60_000);
  });
  afterAll(async () => {
    for (const { socket } of anonymousClients.values()) socket.destroy();
    await holding;
    await service[Symbol.asyncDispose]();
  });

  test('a customer whose token comes first is not delayed by anonymous clients', async () => {
    const body = formOf(['token', key], ['file', rows('x'.repeat(400_000))]);
    expect(await upload(body)).toMatchObject({
      status: 200,
      json: { message: 'File uploaded: 1 row.' },
    });
  });

  test('a customer whose token comes piece by piece is not delayed by anonymous clients', async () => {
    const file = '\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n';
    const csv = rows('x'.repeat(400_000));
    const rest = `${file}Content-Type: text/csv\r\n\r\n${csv}\r\n--x--\r\n`;
    const form = field('token', key) + rest;
    const [address = ''] = ADDRESSES;
    using caller = await begin(service, '', address, form.length);
    for (const piece of [form.slice(0, 30), form.slice(30, 70), form.slice(70)]) {
      caller.send(piece);
      // The part that was sent before is read before this request gets its response.
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    }
    expect(await caller.saw('}')).toContain('{"message":"File uploaded: 1 row."}');
  });

  test('a small file whose token comes after it is not delayed by anonymous clients', async () => {
    expect(await upload(formOf(['file', rows('')], ['token', key]))).toMatchObject({ status: 200 });
  });

  test('anonymous clients, and uploads with the testing token, are delayed', async () => {
    const file: [string, string] = ['file', rows('x'.repeat(400_000))];
    expect(await upload(formOf(file, ['token', key]))).toMatchObject(BUSY);
    expect(await upload(formOf(['token', 'testing-token'], file))).toMatchObject(BUSY);
    const small = formOf(['token', 'testing-token'], ['file', rows('')]);
    expect(await upload(small)).toMatchObject({ status: 200 });
  });
});

describe('tokens', () => {
  const PER_MINUTE = 3;
  let service: TestService;
  beforeAll(async () => {
    service = await openService({
      RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const upload = (body: FormData, address: string) =>
    service.call('POST', PATH, { body, headers: { 'x-forwarded-for': address } });

  test('tokens that are invalid are rejected while the form is still being sent', async () => {
    using caller = await begin(service, field('token', 'sol_nobody_x'), '192.0.2.1');
    const response = await caller.saw('}');
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    expect(response).toContain(JSON.stringify(UNKNOWN.json));
  });

  test.each<[string, string, FormData]>([
    ['bad', '192.0.2.2', formOf(['token', 'sol_nobody_x'], ['file', 'x'])],
    ['bad and last', '192.0.2.3', formOf(['file', 'x'], ['token', 'sol_nobody_x'])],
    ['empty', '192.0.2.4', formOf(['token', ''], ['file', 'x'])],
    ['missing', '192.0.2.5', formOf(['file', 'x'])],
  ])('tokens that are %s count by address', async (_what, address, body) => {
    for (let i = 0; i < PER_MINUTE; i += 1) {
      expect(await upload(body, address)).toMatchObject(UNKNOWN);
    }
    const response = await upload(body, address);
    expect(response).toMatchObject({ status: 429, json: { error: 'Request was throttled.' } });
    expect(response.headers.get('RateLimit')).toMatch(/^"default";r=0;/);
    const good = await service.customer(randomUUID());
    const permitted = await upload(formOf(['token', good.key]), address);
    expect(permitted.status).toBe(400);
    expect(permitted.headers.get('RateLimit')).toMatch(`r=${PER_MINUTE - 1};`);
  });

  test('two tokens in one form count once, and the first is used', async () => {
    const { key } = await service.customer('Once');
    const body = formOf(['token', key], ['token', 'sol_nobody_x']);
    const response = await upload(body, '192.0.2.6');
    expect(response.status).toBe(400);
    expect(response.headers.get('RateLimit')).toMatch(`r=${PER_MINUTE - 1};`);
  });
});
