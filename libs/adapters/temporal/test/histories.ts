import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseSteps } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import type { Retries } from '@solano/domain/service';
import { NotedSteps, silent, submitted } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import type { TemporalCluster } from '../src/cluster.ts';
import { TemporalPurchaseRunner } from '../src/worker.ts';
import { aCluster } from './cluster.ts';

const QUICK = { firstMs: 2_000, factor: 2, longestMs: 2_000, forMs: 2_500 };

/** What happened to a purchase; returns its id when its workflow has ended. */
const SCENARIOS: Readonly<Record<string, (site: Site) => Promise<string>>> = {
  completed: (site) => site.ran(new NotedSteps()),
  'left-alone': (site) => site.ran(Object.assign(new NotedSteps(), { begin: async () => false })),
  retried: (site) => site.ran(failing({ complete: [unavailable()] })),
  rejected: (site) => site.ran(failing({ begin: [rejected()] })),
  'not-computed': (site) => site.ran(failing({ complete: [failed()], abandon: [unavailable()] })),
  /** While a step was at work that then failed. */
  cancelled: (site) =>
    site.ran(
      new NotedSteps(async (step, id) => {
        if (step !== 'complete') return;
        await site.handle(id).cancel();
        await site.happened(id, 'activityTaskCancelRequestedEventAttributes');
        throw unavailable();
      }),
    ),
  /** The time was over before a worker tried the step again. */
  async untried(site) {
    const id = await site.submit(QUICK);
    const steps = failing({ begin: [unavailable()] });
    const gone = site.run(steps);
    await steps.saw('begin', id);
    await gone.close();
    await site.happened(id, 'activityTaskTimedOutEventAttributes');
    await using _ = site.run(steps);
    await site.ended(id);
    return id;
  },
};

/** The names of the saved histories. */
export const HISTORIES = Object.keys(SCENARIOS);

/** A task queue with what a scenario needs of it. */
class Site {
  readonly #cluster: TemporalCluster;
  readonly #client: Client;

  constructor(cluster: TemporalCluster, client: Client) {
    this.#cluster = cluster;
    this.#client = client;
  }

  async submit(retries?: Retries): Promise<string> {
    const options = { ...this.#cluster, ...(retries && { retries }) };
    await using workflow = TemporalPurchaseWorkflow.connect(options);
    return await submitted(workflow);
  }

  run(steps: PurchaseSteps): TemporalPurchaseRunner {
    return TemporalPurchaseRunner.run({ ...this.#cluster, steps, log: silent });
  }

  /** Starts the workflow of a purchase and runs it to its end. */
  async ran(steps: PurchaseSteps): Promise<string> {
    await using _ = this.run(steps);
    const id = await this.submit();
    await this.ended(id);
    return id;
  }

  handle(id: string) {
    return this.#client.workflow.getHandle(id);
  }

  /** Waits for the end of the workflow, a bad one too. */
  async ended(id: string): Promise<void> {
    await this.handle(id)
      .result()
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowFailedError)) throw error;
      });
  }

  /** Waits until something has happened in a workflow, by the name that Temporal has for it. */
  async happened(id: string, what: string): Promise<void> {
    for (;;) {
      const { events } = await this.handle(id).fetchHistory();
      if (events?.some((event) => Object.hasOwn(event, what))) return;
      await pause(50);
    }
  }
}

/** Runs each scenario and saves what Temporal remembers of it. */
export async function recordHistories(): Promise<void> {
  const access = await testTemporal();
  await using opened = new AsyncDisposableStack();
  const connection = await Connection.connect(access);
  opened.defer(() => connection.close());
  const client = new Client({ connection, namespace: access.namespace });
  const folder = new URL('./histories/', import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const site = new Site(aCluster(access), client);
    const handle = site.handle(await scenario(site));
    const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
    const text = JSON.stringify(history, withoutPlace, 2);
    await writeFile(new URL(`${name}.json`, folder), `${text}\n`);
  }
}

/** Says nothing of the machine that recorded the history. */
function withoutPlace(key: string, value: unknown): unknown {
  if (key === 'identity') return 'recorder';
  // A worker's own queue is named after its process and host.
  if (key === 'name' && /^\d+@/.test(String(value))) return 'recorder';
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
  return new SolanoError('report_unavailable', 'The update endpoint cannot be reached.');
}

function rejected(): SolanoError {
  return new SolanoError('report_rejected', 'The update endpoint answered 422.');
}

function failed(): SolanoError {
  return new SolanoError('computation_failed', 'The strategies could not be computed.');
}
