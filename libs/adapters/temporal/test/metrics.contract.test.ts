import { submitted } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { expect, test } from 'vitest';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import { DispatchMetrics } from '../src/metrics.ts';
import { aCluster, UNHURRIED } from './cluster.ts';

const access = await testTemporal();

test('dispatches are counted by outcome, with the time they took', async () => {
  const metrics = new DispatchMetrics();
  const cluster = { ...aCluster(access), metrics };
  await using workflow = TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED });
  const id = await submitted(workflow);
  await workflow.start(id);
  await using away = TemporalPurchaseWorkflow.connect({ ...cluster, address: '127.0.0.1:1' });
  await expect(submitted(away)).rejects.toMatchObject({ code: 'engine_unavailable' });
  const lines = (await metrics.registry.metrics()).split('\n');
  const name = 'solano_purchase_hand_over_seconds';
  expect(lines).toContain(`# TYPE ${name} histogram`);
  expect(lines).toContain(`${name}_count{outcome="taken"} 2`);
  // How many took two seconds at most the machine's load decides.
  expect(lines.join('\n')).toMatch(/_bucket\{le="2",outcome="taken"\} \d$/m);
  expect(lines).toContain(`${name}_bucket{le="+Inf",outcome="taken"} 2`);
  expect(lines).toContain(`${name}_count{outcome="refused"} 1`);
});
