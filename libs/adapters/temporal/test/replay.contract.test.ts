// Histories of workflows as they ran, saved in ../test/histories. A release must be able to continue with
// each of them, as workflows that are under way outlive it. Where a change is meant, keep the old
// path by `patched` in workflows.ts and add histories of the new one; to write all of them again:
//
//   RECORD_HISTORIES=yes npx vitest run --project contract libs/adapters/temporal/src/replay && npm run fix
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { silent } from '@solano/tools/test-engine';
import { bundleWorkflowCode, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, test } from 'vitest';
import { workflowBundle } from '../src/bundle.ts';
import { installRuntime, sdkLogger } from '../src/runtime.ts';
import { HISTORIES, recordHistories } from './histories.ts';

installRuntime(silent);
if (process.env.RECORD_HISTORIES) await recordHistories();

test('the sandboxed file imports the SDK and types, which the name of its bundle counts on', async () => {
  const text = await readFile(new URL('../src/workflows.ts', import.meta.url), 'utf8');
  const imports = text.matchAll(/^import (?!type )[^;]* from '(?<from>[^']+)';$/gm);
  expect([...imports].map(({ groups }) => groups?.from)).toEqual(['@temporalio/workflow']);
});

test.each(HISTORIES)('the history %s is replayed', async (name) => {
  const { code } = await workflowBundle();
  await replay(code, name);
});

describe.each([
  ['first', new URL('./incompatible.ts', import.meta.url)],
  ['last', new URL('./incompatible-end.ts', import.meta.url)],
])('a workflow whose %s step changes incompatibly is rejected', (_, file) => {
  let code: string;

  beforeAll(async () => {
    const workflowsPath = fileURLToPath(file);
    ({ code } = await bundleWorkflowCode({ workflowsPath, logger: sdkLogger }));
  });

  test.each(HISTORIES)('the history %s is not replayed', async (name) => {
    const rejection = { name: 'DeterminismViolationError' };
    await expect(replay(code, name)).rejects.toMatchObject(rejection);
  });
});

async function replay(code: string, name: string): Promise<void> {
  const file = new URL(`./histories/${name}.json`, import.meta.url);
  const history: unknown = JSON.parse(await readFile(file, 'utf8'));
  await Worker.runReplayHistory({ workflowBundle: { code } }, history, name);
}
