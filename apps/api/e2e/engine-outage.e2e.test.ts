import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

async function submit() {
  const body = { purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] };
  return service.call('POST', '/api/v0/user/ana/submit-purchase/acme', { key, body });
}

test('a submission fails as a whole while the table of jobs is locked, and works again after', async () => {
  const response = await service.database.transaction(async (run) => {
    await run({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0' }, []);
    await run({ text: 'LOCK TABLE job IN ACCESS EXCLUSIVE MODE' }, []);
    return submit();
  });
  const error = 'Internal server error while creating purchase.';
  expect(response).toMatchObject({ status: 500, json: { error } });
  expect(await service.database.run({ text: 'SELECT id FROM purchase' }, [])).toEqual([]);
  const { json } = await settled(service, key, 'ana', idOf(await submit()));
  expect(json).toMatchObject({ status: 'completed' });
});
