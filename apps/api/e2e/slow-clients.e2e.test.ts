import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

const SCRIPT = fileURLToPath(new URL('../../../tools/checks/slow-clients.ts', import.meta.url));
/** About ten megabytes as a list: more than a connection's buffers hold. */
const ROWS = 30_000;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ MAX_REQUESTS_IN_WORK: '8', RATE_LIMIT_PER_MINUTE: '0' });
  ({ key } = await service.customer('Norte'));
  await addPlant(service, key, 'Kenia');
  const form = new FormData();
  form.set('plant_id', 'Kenia');
  form.set('file', new File([outages()], 'a.csv', { type: 'text/csv' }));
  await service.call('POST', '/api/v0/outages/upload', { key, body: form });
});
afterAll(() => service[Symbol.asyncDispose]());

function outages(): string {
  const start = Date.UTC(2026, 0, 1);
  const at = (i: number) => new Date(start + i * 3_600_000).toISOString();
  const rows = Array.from({ length: ROWS }, (_, i) => `${at(i)},${at(i + 1)},1\n`);
  return `start_time_utc,end_time_utc,available_power_mw\n${rows.join('')}`;
}

test('200 slow connections do not stop other clients', async () => {
  const { headers } = await service.call('GET', '/api/v0/unavailabilities?limit=1', { key });
  expect(headers.get('X-Total-Count')).toBe(String(ROWS));
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, service.url, key]);
  expect(stdout).toMatch(/^without slow clients: 100 of 100 requests answered, /);
  expect(stdout).toMatch(/^with 200 slow clients: 100 of 100 requests answered, /m);
});
