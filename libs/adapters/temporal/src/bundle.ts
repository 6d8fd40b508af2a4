import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { sdkLogger } from './runtime.ts';

/** The bundle of the workflows for the sandbox, and a digest of its sources. */
export interface WorkflowBundle {
  readonly code: string;
  readonly buildId: string;
}

/** All of it, apart from the SDK: it imports nothing else but types. */
const WORKFLOWS = fileURLToPath(new URL('./workflows.ts', import.meta.url));

/**
 * The bundle of the workflows: made at the first start, in three seconds, and cached beside the
 * packages that it is made from. If it cannot be written, it is made at each start.
 */
export async function workflowBundle(): Promise<WorkflowBundle> {
  const worker = createRequire(import.meta.url).resolve('@temporalio/worker/package.json');
  const buildId = await digestOf([WORKFLOWS, worker]);
  const folder = join(dirname(worker), '../../.cache/solano');
  const file = join(folder, `workflows-${buildId}.js`);
  const cached = await readFile(file, 'utf8').catch(() => undefined);
  if (cached !== undefined) return { code: cached, buildId };
  const { code } = await bundleWorkflowCode({ workflowsPath: WORKFLOWS, logger: sdkLogger });
  await keep(folder, file, code).catch(() => {});
  return { code, buildId };
}

async function digestOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

/** Under its name once it is whole: another worker may start at the same moment. */
async function keep(folder: string, file: string, code: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, code);
  await rename(part, file);
}
