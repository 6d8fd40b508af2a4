import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from './service.ts';
import { idOf, openService, settled, WARN } from './service.ts';

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

test('an engine that hangs costs a warning, and gets the purchase once it is back', async () => {
  await settled(service, key, 'ana', idOf(await submit()));
  const answer = await service.database.transaction(async (run) => {
    await run({ text: 'LOCK TABLE dbos.workflow_status IN ACCESS EXCLUSIVE MODE' }, []);
    const started = performance.now();
    const whileLocked = await submit();
    expect(performance.now() - started).toBeLessThan(2_500);
    return whileLocked;
  });
  expect(answer).toMatchObject({ status: 201, json: { status: 'pending', error: '' } });

  expect((await settled(service, key, 'ana', idOf(answer))).json).toMatchObject({
    status: 'completed',
  });
  const warnings = service.log.filter(
    (line) => line.level === WARN && line.purchase_id === idOf(answer),
  );
  expect(warnings).toMatchObject([{ msg: 'the workflow engine did not take the purchase' }]);
});
