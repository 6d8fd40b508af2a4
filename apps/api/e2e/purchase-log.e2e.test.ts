import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService, WARN } from './service.ts';

/** The fields of a log line about a request or a purchase. */
interface Line {
  readonly level: number;
  readonly msg: string;
  readonly purchase_id?: string;
  readonly req?: { readonly id: string; readonly method: string; readonly path: string };
}

const SUBMISSION = '/api/v0/user/ana/submit-purchase/acme';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

function submit(headers: Record<string, string> = {}) {
  const body = { purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] };
  return service.call('POST', SUBMISSION, { key, body, headers });
}

/** The requests that were logged with this id. */
function loggedRequests(requestId: string): string[] {
  const lines: readonly Line[] = service.log;
  return lines.flatMap(({ req }) => (req?.id === requestId ? [`${req.method} ${req.path}`] : []));
}

test.each([
  ['that the caller gives', { 'x-request-id': 'order-7:a' }, /^order-7:a$/],
  ['that the service gives', {}, /^[0-9a-f-]{36}$/],
])('a purchase is followed by the request id %s', async (_, headers, form) => {
  const response = await submit(headers);
  const id = idOf(response);
  await settled(service, key, 'ana', id);
  const requestId = response.headers.get('x-request-id') ?? '';
  expect(requestId).toMatch(form);
  await expect.poll(() => loggedRequests(requestId)).toEqual([`POST ${SUBMISSION}`]);
  const entries = await service.stores.audit.list({ limit: 10 });
  const requests = entries.flatMap((entry) => (entry.subject === id ? [entry.requestId] : []));
  expect(requests).toEqual([requestId, requestId, requestId]);
});

test('a step that fails is logged once, with the ids of purchase and request', async () => {
  await run('ALTER TABLE strategy_setting RENAME TO elsewhere');
  const id = idOf(await submit({ 'x-request-id': 'order-8' }));
  const warnings = () => {
    const lines: readonly Line[] = service.log;
    return lines.filter(({ level, purchase_id }) => level >= WARN && purchase_id === id);
  };
  await expect.poll(() => warnings().length).toBe(1);
  await run('ALTER TABLE elsewhere RENAME TO strategy_setting');
  const { json } = await settled(service, key, 'ana', id);
  expect(json).toMatchObject({ status: 'completed' });
  const line = { level: WARN, msg: 'a step will be retried', request_id: 'order-8' };
  expect(warnings()).toMatchObject([line]);
});

async function run(text: string): Promise<void> {
  await service.database.transaction((statement) => statement({ text }, []));
}
