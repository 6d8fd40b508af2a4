import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { submitted } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { expect, test } from 'vitest';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import { DispatchMetrics } from '../src/metrics.ts';
import { aCluster, UNHURRIED } from './cluster.ts';

const access = await testTemporal();

test('dispatches are counted by outcome, with the time they took', async () => {
  await using metrics = await DispatchMetrics.serve('127.0.0.1:0');
  const cluster = { ...aCluster(access), metrics };
  await using workflow = TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED });
  const id = await submitted(workflow);
  await workflow.start(id);
  await using away = TemporalPurchaseWorkflow.connect({ ...cluster, address: '127.0.0.1:1' });
  await expect(submitted(away)).rejects.toMatchObject({ code: 'engine_unavailable' });
  const response = await fetch(metrics.url);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n');
  const name = 'solano_purchase_hand_over_seconds';
  expect(lines).toContain(`# TYPE ${name} histogram`);
  expect(lines).toContain(`${name}_count{outcome="taken"} 2`);
  // How many took two seconds at most the machine's load decides.
  expect(lines.join('\n')).toMatch(/_bucket\{le="2",outcome="taken"\} \d$/m);
  expect(lines).toContain(`${name}_bucket{le="+Inf",outcome="taken"} 2`);
  expect(lines).toContain(`${name}_count{outcome="refused"} 1`);
  expect((await fetch(new URL('/', metrics.url))).status).toBe(404);
});

test('metrics that cannot be served are rejected at once', async () => {
  await using metrics = await DispatchMetrics.serve('127.0.0.1:0');
  const { host } = new URL(metrics.url);
  await expect(DispatchMetrics.serve(host)).rejects.toThrow('EADDRINUSE');
});

test('metrics are served on when connections cannot be accepted', async () => {
  await using metrics = await DispatchMetrics.serve('127.0.0.1:0');
  const failAccept = (message: unknown) => {
    (message as { server: Server }).server.emit('error', new Error('accept EMFILE'));
  };
  subscribe('http.server.request.start', failAccept);
  try {
    expect((await fetch(metrics.url)).status).toBe(200);
    expect((await fetch(metrics.url)).status).toBe(200);
  } finally {
    unsubscribe('http.server.request.start', failAccept);
  }
});
