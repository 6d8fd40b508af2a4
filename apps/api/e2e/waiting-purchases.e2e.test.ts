import { ownAddress } from '@solano/tools/own-address';
import { expect, test } from 'vitest';
import { idOf, openService } from './service.ts';

// Purchases wait for ever: their engine is unavailable.
const AWAY = {
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  CALLBACK_SECRET: 'not a secret: an API of tests whose engine is unavailable',
};
const PATH = '/api/v0/user/ana/submit-purchase/acme';
const BODY = { purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] };

test('a customer with too many waiting purchases is throttled, except for idempotent requests', async () => {
  await using service = await openService({ ...AWAY, MAX_WAITING_PURCHASES: '2' });
  const [{ key }, { key: other }] = [await service.customer('Sol'), await service.customer('Eolo')];
  const headers = { 'Idempotency-Key': 'order-1' };
  const first = await service.call('POST', PATH, { key, body: BODY, headers });
  expect((await service.call('POST', PATH, { key, body: BODY })).status).toBe(201);
  const third = await service.call('POST', PATH, { key, body: BODY });
  expect(third).toMatchObject({ status: 429, json: { detail: 'Request was throttled.' } });
  expect(third.headers.get('Retry-After')).toBe('10');
  const repeated = await service.call('POST', PATH, { key, body: BODY, headers });
  expect(repeated).toMatchObject({ status: 201, text: first.text });
  expect((await service.call('POST', PATH, { key: other, body: BODY })).status).toBe(201);
  const submitted = await service.stores.audit.list({ action: 'purchase.submit', limit: 10 });
  expect(submitted).toHaveLength(3);
  expect(submitted.map(({ subject }) => subject)).toContain(idOf(first));
});

test('the age of the oldest purchase that waits is a metric', async () => {
  const { address: METRICS_ADDRESS } = ownAddress();
  await using service = await openService({ ...AWAY, METRICS_ADDRESS });
  const { key } = await service.customer('Sol');
  await service.call('POST', PATH, { key, body: BODY });
  const text = await (await fetch(`http://${METRICS_ADDRESS}/metrics`)).text();
  const age = /^solano_oldest_waiting_purchase_age_seconds\{status="pending"\} ([\d.]+)$/m;
  expect(Number(age.exec(text)?.[1])).toBeGreaterThan(0);
  expect(text).not.toContain('age_seconds{status="in_progress"}');
});
