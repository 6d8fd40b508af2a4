import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

const SCRIPT = fileURLToPath(new URL('../../../tools/checks/slow-clients.ts', import.meta.url));
/** About ten megabytes as a list, most of them notes: more than a connection's buffers hold. */
const ROWS = 8_000;
const OUTAGES = {
  text: `INSERT INTO unavailability (id, customer_id, plant_id, start_at, end_at,
           available_power_mw, availability_type, observations, created_at, updated_at)
         SELECT gen_random_uuid(), customer_id, id, t, t + interval '1 hour', 1, 'OTHER',
           repeat('x', 1000), now(), now()
         FROM plant, generate_series(timestamptz '2026-01-01Z',
           timestamptz '2026-01-01Z' + ($1::int - 1) * interval '1 hour', interval '1 hour') t`,
};

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ MAX_REQUESTS_IN_WORK: '8', RATE_LIMIT_PER_MINUTE: '0' });
  ({ key } = await service.customer('Norte'));
  await addPlant(service, key, 'Kenia');
  await service.database.run(OUTAGES, [ROWS]);
});
afterAll(() => service[Symbol.asyncDispose]());

test('200 slow connections do not stop other clients', async () => {
  const { headers } = await service.call('GET', '/api/v0/unavailabilities?limit=1', { key });
  expect(headers.get('X-Total-Count')).toBe(String(ROWS));
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, service.url, key]);
  expect(stdout).toMatch(/^without slow clients: 100 of 100 requests answered, /);
  expect(stdout).toMatch(/^with 200 slow clients: 100 of 100 requests answered, /m);
});
