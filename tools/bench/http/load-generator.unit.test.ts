import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { LoadGenerator } from './load-generator.ts';

test('the load generator warms a server up before the requests that count', async () => {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.end('ok');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await using generator = new LoadGenerator();
  const request = 'GET / HTTP/1.1\r\nHost: bench\r\n\r\n';
  const job = { port, request, status: 200, connections: 2, warmUp: 7, count: 5 };
  const receivedWhenWarm: number[] = [];
  const { latenciesMs } = await generator.run(job, async () => {
    receivedWhenWarm.push(received);
  });
  expect(receivedWhenWarm).toEqual([7]);
  expect(received).toBe(12);
  expect(latenciesMs).toHaveLength(5);
  server.close();
});
