import { randomUUID } from 'node:crypto';
import type { Config } from '@solano/config';
import { checkCallback } from '@solano/domain';
import { HttpPurchaseCallback } from '@solano/http';
import { openCallbackTokens } from '../secrets.ts';
import { loadTemporal } from '../temporal.ts';
import { type Finding, messageOf, ok, problem, warning } from './finding.ts';

/** Whether Temporal is reached, and whether callbacks reach an API. */
export async function examineEngine(config: Config): Promise<Finding[]> {
  return [...(await examineTemporal(config)), await examineCallback(config)];
}

async function examineTemporal({ workflow }: Config): Promise<Finding[]> {
  if (workflow.kind === 'embedded') return [];
  try {
    const { TemporalPurchaseWorkflow } = await loadTemporal();
    await using temporal = TemporalPurchaseWorkflow.connect(workflow);
    await temporal.check();
    return [ok('Temporal', `${workflow.address} responds.`)];
  } catch (error) {
    return [problem('Temporal', `${workflow.address}: ${messageOf(error)}`)];
  }
}

/** An API that does not run is not a problem of the installation. */
async function examineCallback(config: Config): Promise<Finding> {
  const url = config.callbackUrl ?? `http://${config.host}:${config.port}`;
  const tokens = await openCallbackTokens(config);
  await using callback = new HttpPurchaseCallback({ url, tokens, clock: () => new Date() });
  const failure = await checkCallback(callback, randomUUID);
  if (failure === undefined) return ok('callbacks', `${url} reaches an API.`);
  const isUrlSet = config.callbackUrl !== undefined;
  const message = `${url} reaches no API: ${messageOf(failure)}`;
  return isUrlSet ? problem('callbacks', message) : warning('callbacks', message);
}
