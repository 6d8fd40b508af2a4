import { ConfigError } from '@solano/config';
import { expect, test } from 'vitest';
import { loadTemporal } from './temporal.ts';

function failing(message: string) {
  return () => Promise.reject(Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' }));
}

test("Temporal's packages that are not installed are a problem of the configuration", async () => {
  const load = failing("Cannot find package '@temporalio/client' imported from workflow.ts");
  const error = await loadTemporal(load).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).problems).toEqual([
    'WORKFLOW_ENGINE temporal: its packages are not installed; run npm ci without --omit=peer',
  ]);
});

test('any other missing file stays the error that it is', async () => {
  const load = failing("Cannot find module './gone.ts'");
  await expect(loadTemporal(load)).rejects.toThrow("Cannot find module './gone.ts'");
});

test('the packages that are installed give the adapter', async () => {
  expect(await loadTemporal()).toHaveProperty('TemporalPurchaseWorkflow');
});
