import { mkdir, writeFile } from 'node:fs/promises';
import type { PurchaseSteps } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import { NotedSteps, silent, submitted } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { TemporalPurchaseRunner } from './runner.ts';
import { aCluster } from './test-cluster.ts';
import { TemporalPurchaseWorkflow } from './workflow.ts';

/** What happened to a purchase, by what its steps did. */
const COURSES: Readonly<Record<string, () => PurchaseSteps>> = {
  completed: () => new NotedSteps(),
  'left-alone': () => Object.assign(new NotedSteps(), { begin: async () => false }),
  retried: () => failing({ complete: [unavailable()] }),
  refused: () => failing({ begin: [refused()] }),
  'not-computed': () => failing({ complete: [failed()], abandon: [unavailable()] }),
};

/** The names of the saved histories. */
export const HISTORIES = Object.keys(COURSES);

/** Runs a purchase on each course and saves what Temporal remembers of it. */
export async function recordHistories(): Promise<void> {
  const access = await testTemporal();
  await using opened = new AsyncDisposableStack();
  const connection = await Connection.connect(access);
  opened.defer(() => connection.close());
  const client = new Client({ connection, namespace: access.namespace });
  const folder = new URL('./histories/', import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const [name, course] of Object.entries(COURSES)) {
    const cluster = aCluster(access);
    await using workflow = TemporalPurchaseWorkflow.connect(cluster);
    await using _ = TemporalPurchaseRunner.run({ ...cluster, steps: course(), log: silent });
    const handle = client.workflow.getHandle(await submitted(workflow));
    await handle.result();
    const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
    const text = JSON.stringify(history, withoutPlace, 2);
    await writeFile(new URL(`${name}.json`, folder), `${text}\n`);
  }
}

/** Says nothing of the machine that recorded the history. */
function withoutPlace(key: string, value: unknown): unknown {
  if (key === 'identity') return 'recorder';
  return key === 'stackTrace' ? '' : value;
}

/** Steps that throw the errors one by one, and then work. */
function failing(errors: Partial<Record<string, Error[]>>): NotedSteps {
  return new NotedSteps((step) => {
    const error = errors[step]?.shift();
    if (error) throw error;
  });
}

function unavailable(): SolanoError {
  return new SolanoError('callback_unavailable', 'The update endpoint cannot be reached.');
}

function refused(): SolanoError {
  return new SolanoError('callback_refused', 'The update endpoint answered 413.');
}

function failed(): SolanoError {
  return new SolanoError('computation_failed', 'The strategies could not be computed.');
}
