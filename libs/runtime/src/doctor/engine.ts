import { randomUUID } from 'node:crypto';
import type { Config, TemporalConfig } from '@solano/config';
import { checkCallback } from '@solano/http';
import { openCallbacks } from '../callbacks.ts';
import { loadTemporal } from '../temporal.ts';
import { type Finding, messageOf, ok, problem, warning } from './finding.ts';

/** Whether Temporal is reached, and whether callbacks reach an API. */
export async function examineEngine(config: Config): Promise<Finding[]> {
  const { workflow } = config;
  if (workflow.kind === 'embedded') return [];
  return [await examineTemporal(workflow), await examineCallback(config, workflow)];
}

async function examineTemporal(workflow: TemporalConfig): Promise<Finding> {
  try {
    const { TemporalPurchaseWorkflow } = await loadTemporal();
    await using temporal = TemporalPurchaseWorkflow.connect(workflow);
    await temporal.check();
    return ok('Temporal', `${workflow.address} responds.`);
  } catch (error) {
    return problem('Temporal', `${workflow.address}: ${messageOf(error)}`);
  }
}

/** An API that does not run is not a problem of the installation. */
async function examineCallback(config: Config, workflow: TemporalConfig): Promise<Finding> {
  const { url: configured } = workflow.callbacks;
  const url = configured ?? `http://${config.host}:${config.port}`;
  await using updates = openCallbacks(url, workflow, async () => false);
  const failure = await checkCallback(updates, randomUUID);
  if (failure === undefined) return ok('callbacks', `${url} reaches an API.`);
  const message = `${url} reaches no API: ${messageOf(failure)}`;
  return configured === undefined ? warning('callbacks', message) : problem('callbacks', message);
}
