import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { TemporalPurchaseWorkflow } from '../src/client.ts';

const RESOURCE_EXHAUSTED = 8;
/** Two seconds, and a margin for a loaded machine. */
const MAX_REJECTION_MS = 10_000;

test('a purchase that the cluster is too busy for is dispatched again', async () => {
  await using cluster = await openBusyCluster(2);
  await using workflow = TemporalPurchaseWorkflow.connect({
    ...cluster.options,
    timeoutMs: 60_000,
  });
  await workflow.start(randomUUID());
  expect(cluster.starts()).toBe(3);
});

test('a purchase that the cluster stays too busy for is rejected within two seconds', async () => {
  await using cluster = await openBusyCluster(Infinity);
  await using workflow = TemporalPurchaseWorkflow.connect(cluster.options);
  const before = performance.now();
  const rejection = { code: 'engine_unavailable', cause: expect.any(Error) };
  await expect(workflow.start(randomUUID())).rejects.toMatchObject(rejection);
  expect(performance.now() - before).toBeLessThan(MAX_REJECTION_MS);
  expect(cluster.starts()).toBeGreaterThan(1);
});

test('a purchase is rejected within two seconds also where the clock is set back meanwhile', async () => {
  const { now } = Date;
  await using cluster = await openBusyCluster(Infinity, () => {
    Date.now = () => now() - 7_200_000;
  });
  await using workflow = TemporalPurchaseWorkflow.connect(cluster.options);
  const before = performance.now();
  try {
    await expect(workflow.start(randomUUID())).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  } finally {
    Date.now = now;
  }
  expect(performance.now() - before).toBeLessThan(MAX_REJECTION_MS);
});

/** Responds by gRPC that it is overloaded, so many times, and then accepts requests. */
async function openBusyCluster(times: number, onStart = () => {}) {
  let starts = 0;
  const server = createServer((request, response) => {
    const isStart = request.url.endsWith('/StartWorkflowExecution');
    if (isStart) {
      starts += 1;
      onStart();
    }
    response.setHeader('Content-Type', 'application/grpc+proto');
    if (isStart && starts <= times) {
      response.setHeader('grpc-status', RESOURCE_EXHAUSTED);
      response.end();
    } else {
      response.addTrailers({ 'grpc-status': 0 });
      // A message without a field.
      response.end(Buffer.alloc(5));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { address, namespace: 'default', taskQueue: 'purchases', tls: false },
    starts: () => starts,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
