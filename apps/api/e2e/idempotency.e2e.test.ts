import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;
let other: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Sol'));
  ({ key: other } = await service.customer('Eolo'));
});
afterAll(() => service[Symbol.asyncDispose]());

const PATH = '/api/v0/user/ana/submit-purchase?retailer_id=acme';
const BODY = '{"purchase": [{"datetime": "2026-11-23 20:00", "purchase": 1.5}]}';

interface Submission {
  readonly path?: string;
  readonly body?: string;
  readonly bearer?: string;
}

function submit(name: string, { path = PATH, body = BODY, bearer = key }: Submission = {}) {
  const headers = { 'Idempotency-Key': name };
  return service.call('POST', path, { key: bearer, body, headers });
}

async function countOf(user: string): Promise<number> {
  const response = await service.call('GET', `/api/v0/user/${user}/purchases`, { key });
  return (response.json as { purchases: unknown[] }).purchases.length;
}

describe('an Idempotency-Key', () => {
  test('a repeated Idempotency-Key gives the same purchase, also when it is completed', async () => {
    const first = await submit('order-1');
    await settled(service, key, 'ana', idOf(first));
    const second = await submit('order-1');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });

  test('an Idempotency-Key that twenty requests use at once submits one purchase', async () => {
    const path = '/api/v0/user/many/submit-purchase?retailer_id=acme';
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => submit('order-2', { path })),
    );
    const texts = new Set(responses.map(({ text }) => text));
    expect([responses[0]?.status, texts.size]).toEqual([201, 1]);
    expect(await countOf('many')).toBe(1);
  });

  test.each<[string, Submission]>([
    ['body', { body: BODY.replace('1.5', '1.6') }],
    ['user', { path: '/api/v0/user/eva/submit-purchase?retailer_id=acme' }],
    ['retailer', { path: '/api/v0/user/ana/submit-purchase/other' }],
  ])('an Idempotency-Key with another %s is a conflict', async (what, changed) => {
    await submit(`order-3-${what}`);
    expect(await submit(`order-3-${what}`, changed)).toMatchObject({
      status: 409,
      json: { error: 'Idempotency-Key was used for another submission in the last 24 hours.' },
    });
  });

  test('an Idempotency-Key is independent of the same key of another customer', async () => {
    const [own, others] = await Promise.all([
      submit('order-4'),
      submit('order-4', { bearer: other }),
    ]);
    expect([own.status, others.status]).toEqual([201, 201]);
    expect(idOf(others)).not.toBe(idOf(own));
  });

  test('an Idempotency-Key may be used again after its submission was rejected', async () => {
    const body = '{"purchase": []}';
    expect(await submit('order-5', { body })).toMatchObject({ status: 400 });
    expect(await submit('order-5')).toMatchObject({ status: 201 });
  });

  test('an Idempotency-Key that is too long is rejected', async () => {
    expect(await submit('x'.repeat(256))).toMatchObject({
      status: 400,
      json: { error: 'Idempotency-Key must be 1 to 255 printable ASCII characters.' },
    });
  });

  test('an Idempotency-Key expires after a day', async () => {
    const first = await submit('order-6');
    await service.database.run(
      { text: `UPDATE submission_key SET used_at = used_at - interval '24 hours'` },
      [],
    );
    const second = await submit('order-6');
    expect(second.status).toBe(201);
    expect(idOf(second)).not.toBe(idOf(first));
  });
});
