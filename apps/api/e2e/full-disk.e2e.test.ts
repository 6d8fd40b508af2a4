import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

const purchase = { purchase: [{ datetime: '2026-11-23 20:00', purchase: 1 }] };
/** The error of PostgreSQL when a table cannot grow. */
const FULL = `
  CREATE FUNCTION fail_as_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device';
  END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON purchase EXECUTE FUNCTION fail_as_full()`;

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Sol'));
});
afterAll(() => service[Symbol.asyncDispose]());

const submit = (headers = {}) =>
  service.call('POST', '/api/v0/user/ana/submit-purchase?retailer_id=acme', {
    key,
    headers,
    body: purchase,
  });

test('submissions on a full disk get 503 and a time to retry, and are accepted once there is space', async () => {
  await service.database.run({ text: FULL }, []);
  const keyed = submit({ 'Idempotency-Key': 'a' });
  const responses = await Promise.all([submit(), submit(), submit(), keyed]);
  for (const { status, json, headers } of responses) {
    expect(status).toBe(503);
    expect(json).toEqual({ detail: 'There is no space left to store this.' });
    expect(headers.get('Retry-After')).toBe('60');
  }
  await service.database.run({ text: 'DROP TRIGGER full_disk ON purchase' }, []);
  expect(await submit({ 'Idempotency-Key': 'a' })).toMatchObject({ status: 201 });
});
