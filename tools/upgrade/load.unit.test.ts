import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Load } from './load.ts';

/** An API that responds to submissions with the statuses one after the other, then with 201; all else with 200. */
async function openApi(statuses: readonly number[]) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const rest = [...statuses];
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url?.includes('submit-purchase')) return response.end();
    const status = rest.shift();
    if (status === undefined) end();
    keys.push(request.headers['idempotency-key']);
    response.writeHead(status ?? 201);
    return response.end(JSON.stringify({ id: String(keys.length) }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    ended,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test('a submission that is rejected for overload is retried with its key; any other failure is reported', async () => {
  await using api = await openApi([503, 503, 503, 503, 500]);
  const load = new Load('key');
  load.phase('now');
  load.add(api.url);
  load.start();
  await api.ended;
  await load.stop();
  expect(load.wrong).toEqual(['now: POST /api/v0/user/ana/submit-purchase/acme 500, 1 times']);
  const submission = 'now: POST /api/v0/user/ana/submit-purchase/acme';
  expect(load.responses).toMatchObject({ [`${submission} 503`]: 4, [`${submission} 500`]: 1 });
  expect(new Set(api.keys.slice(0, 8)).size).toBe(4);
  const accepted = load.accepted.get('now') ?? [];
  expect(accepted.length).toBe(api.keys.length - 5);
});
