import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseSteps } from '@solano/domain/desk/jobs';
import { type Log, SolanoError } from '@solano/domain/kernel';
import { KeptLog, NotedSteps, silent, submitted } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, test } from 'vitest';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import { TemporalPurchaseRunner } from '../src/worker.ts';
import { aCluster, UNHURRIED } from './cluster.ts';

const WORKS = 'this process works on purchases from Temporal';
/** The server looks at its timers about once a second, and later on a busy machine. */
const QUICK = { firstMs: 10, factor: 2, longestMs: 40, forMs: 5_000 };

const access = await testTemporal();
const connection = await Connection.connect(access);
const { workflow: workflows } = new Client({ connection, namespace: access.namespace });
afterAll(() => connection.close());

// Concurrently, as the tests mostly wait for retries.
describe('a step that fails', { concurrent: true }, () => {
  test('a step that fails is given up when the time is over, and the purchase is abandoned', async () => {
    await using queue = openQueue(QUICK);
    const steps = new NotedSteps((step) => {
      if (step === 'complete') throw unavailable();
    });
    await using _ = queue.run(steps);
    const id = await submitted(queue.workflow);
    await steps.saw('abandon', id);
    const tries = steps.of(id).filter((step) => step === 'complete').length;
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(200);
    expect(steps.of(id).at(-1)).toMatch(/^abandon: .*gave up after 24 hours/);
  });

  test('a step that fails is given up sooner where failures in a row look like a configuration', async () => {
    await using queue = openQueue({ ...QUICK, forMs: 60_000 });
    const errors = [misconfigured(), unavailable()];
    const steps = new NotedSteps((step) => {
      if (step === 'begin') throw errors.shift() ?? misconfigured();
    });
    await using _ = queue.run(steps, silent, 1_000);
    const id = await submitted(queue.workflow);
    await steps.saw('abandon', id);
    const tries = steps.of(id).filter((step) => step === 'begin').length;
    expect(tries).toBeGreaterThan(3);
    expect(steps.of(id).at(-1)).toMatch(/^abandon: .*gave up after 15 minutes/);
  });

  test('a step that fails is not given up while it abandons', async () => {
    await using queue = openQueue({ ...QUICK, forMs: 100 });
    let failures = 3;
    const steps = new NotedSteps((step) => {
      if (step === 'begin') throw new SolanoError('report_rejected', 'It answered 422.');
      if (failures-- > 0) throw unavailable();
    });
    await using _ = queue.run(steps);
    const id = await submitted(queue.workflow);
    await steps.saw('abandon', id, 4);
  });

  test('a step that fails is retried however long there was no worker', async () => {
    // The time has to be over while no worker runs: not before the first worker has ended, also on a busy
    // machine, or the step is given up by that worker's own failure.
    await using queue = openQueue({ firstMs: 2_000, factor: 1, longestMs: 2_000, forMs: 12_000 });
    const failing = new NotedSteps(() => {
      throw unavailable();
    });
    const gone = queue.run(failing);
    const id = await submitted(queue.workflow);
    await failing.saw('begin', id);
    await gone.close();
    await happened(id, 'activityTaskTimedOutEventAttributes');
    const steps = new NotedSteps();
    await using _ = queue.run(steps);
    await steps.saw('complete', id);
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });
});

// Alone: the engine of a process writes what it says of all its workers to one log.
test('a step that fails is not logged by the engine, as the steps log it', async () => {
  await using queue = openQueue({ ...QUICK, forMs: 30_000 });
  const log = new KeptLog();
  let failures = 3;
  const steps = new NotedSteps((step) => {
    if (step === 'begin' && failures-- > 0) throw unavailable();
  });
  await using _ = queue.run(steps, log);
  const id = await submitted(queue.workflow);
  await steps.saw('complete', id);
  expect(log.messages).toEqual([WORKS]);
});

test.concurrent('a step that takes longer than the heartbeat timeout is completed', async () => {
  await using queue = openQueue();
  // Longer than the heartbeat timeout of a step.
  const steps = new NotedSteps((step) => (step === 'complete' ? pause(12_000) : undefined));
  await using _ = queue.run(steps);
  const id = await submitted(queue.workflow);
  await workflows.getHandle(id).result();
  expect(steps.of(id)).toEqual(['begin', 'complete']);
});

describe('a purchase that the operator cancels', () => {
  test('a purchase that the operator cancels is abandoned if a step waits for a retry', async () => {
    await using queue = openQueue();
    const steps = new NotedSteps((step) => {
      if (step === 'begin') throw unavailable();
    });
    await using _ = queue.run(steps);
    const id = await submitted(queue.workflow);
    await steps.saw('begin', id);
    await workflows.getHandle(id).cancel();
    await expect(workflows.getHandle(id).result()).rejects.toThrow('cancelled');
    expect(steps.of(id).at(-1)).toMatch(/^abandon: .*cancelled/);
  });

  test('a step that runs keeps its result when the operator cancels its purchase', async () => {
    await using queue = openQueue();
    const { held, steps } = heldInStep();
    await using _ = queue.run(steps);
    const id = await cancelledInStep(queue, steps);
    held.resolve();
    await workflows.getHandle(id).result();
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('a purchase that the operator cancels is abandoned if the step that runs then fails', async () => {
    await using queue = openQueue();
    const { held, steps } = heldInStep();
    await using _ = queue.run(steps);
    const id = await cancelledInStep(queue, steps);
    held.reject(unavailable());
    await expect(workflows.getHandle(id).result()).rejects.toThrow('cancelled');
    expect(steps.of(id).slice(0, -1)).toEqual(['begin', 'complete']);
    expect(steps.of(id).at(-1)).toMatch(/^abandon: .*cancelled/);
  });
});

/** Steps of which `complete` takes until it is settled. */
function heldInStep() {
  const held = Promise.withResolvers<void>();
  return {
    held,
    steps: new NotedSteps((step) => (step === 'complete' ? held.promise : undefined)),
  };
}

/** Submits a purchase, and cancels it while its step `complete` runs. */
async function cancelledInStep(
  { workflow }: ReturnType<typeof openQueue>,
  steps: NotedSteps,
): Promise<string> {
  const id = await submitted(workflow);
  await steps.saw('complete', id);
  await workflows.getHandle(id).cancel();
  await happened(id, 'activityTaskCancelRequestedEventAttributes');
  return id;
}

describe('a purchase that is dispatched again', () => {
  test('a purchase whose workflow the operator has terminated runs again when it is dispatched again', async () => {
    await using queue = openQueue();
    const id = await submitted(queue.workflow);
    await workflows.getHandle(id).terminate();
    await queue.workflow.start(id);
    const steps = new NotedSteps();
    await using _ = queue.run(steps);
    await workflows.getHandle(id).result();
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('a completed purchase does not run when it is dispatched again', async () => {
    await using queue = openQueue();
    const steps = new NotedSteps();
    await using _ = queue.run(steps);
    const id = await submitted(queue.workflow);
    await workflows.getHandle(id).result();
    const { runId } = await workflows.getHandle(id).describe();
    await queue.workflow.start(id);
    expect(await workflows.getHandle(id).describe()).toMatchObject({ runId });
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });
});

describe('a runner that is closed', () => {
  test('a runner that is closed lets a running step finish and remembers it', async () => {
    await using queue = openQueue();
    const release = Promise.withResolvers<void>();
    const steps = new NotedSteps(() => release.promise);
    const first = queue.run(steps);
    const id = await submitted(queue.workflow);
    await steps.saw('begin', id);
    const closed = first.close();
    release.resolve();
    await closed;
    expect(steps.of(id)).toEqual(['begin']);
    await using _ = queue.run(steps);
    await steps.saw('complete', id);
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('a runner that is closed does not wait for the next attempt of a step', async () => {
    await using queue = openQueue();
    const steps = new NotedSteps(() => {
      throw unavailable();
    });
    const first = queue.run(steps);
    const id = await submitted(queue.workflow);
    await steps.saw('begin', id);
    const before = performance.now();
    await first.close();
    // Sooner than a close leaves a step that does not end.
    expect(performance.now() - before).toBeLessThan(7_000);
    const better = new NotedSteps();
    await using _ = queue.run(better);
    await better.saw('complete', id);
  });

  test('a closed runner leaves a step that does not end to another, and stops some seconds later', async () => {
    await using queue = openQueue();
    const stuck = new NotedSteps(() => new Promise(() => {}));
    const first = queue.run(stuck);
    const id = await submitted(queue.workflow);
    await stuck.saw('begin', id);
    const before = performance.now();
    const closed = Promise.all([first.close(), first.close()]);
    const steps = new NotedSteps();
    await using _ = queue.run(steps);
    await steps.saw('complete', id);
    await closed;
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('a runner that is closed leaves nothing behind if it has not begun', async () => {
    await using queue = openQueue();
    const log = new KeptLog();
    await queue.run(new NotedSteps(), log).close();
    expect(log.messages).toEqual([]);
  });
});

test('a cluster without the namespace accepts no purchases', async () => {
  const cluster = aCluster(access);
  await using workflow = TemporalPurchaseWorkflow.connect({ ...cluster, namespace: 'elsewhere' });
  const rejection = {
    code: 'engine_unavailable',
    message: 'The workflow engine cannot be reached.',
  };
  await expect(workflow.check()).rejects.toMatchObject(rejection);
});

test('two runners share the purchases', async () => {
  await using queue = openQueue();
  const [one, two] = [new NotedSteps(), new NotedSteps()];
  await using _first = queue.run(one);
  await using _second = queue.run(two);
  const ids: string[] = [];
  // Until both have done some: one may begin later than the other.
  while ([one, two].some(({ calls }) => calls.length <= 20)) {
    const twenty = Array.from({ length: 20 }, () => submitted(queue.workflow));
    ids.push(...(await Promise.all(twenty)));
    await Promise.all(ids.slice(-20).map((id) => workflows.getHandle(id).result()));
  }
  for (const id of ids) {
    expect([...one.of(id), ...two.of(id)].toSorted()).toEqual(['begin', 'complete']);
  }
});

/** A task queue of the test's own, with a client. */
function openQueue(retries?: typeof QUICK) {
  const cluster = aCluster(access);
  const workflow = TemporalPurchaseWorkflow.connect({
    ...cluster,
    ...UNHURRIED,
    ...(retries && { retries }),
  });
  return {
    workflow,
    run: (steps: PurchaseSteps, log: Log = silent, misconfiguredMs?: number) =>
      TemporalPurchaseRunner.run({
        ...cluster,
        steps,
        log,
        ...(misconfiguredMs !== undefined && { misconfiguredMs }),
      }),
    [Symbol.asyncDispose]: () => workflow.close(),
  };
}

/** Waits until something has happened to a purchase, by the name that Temporal has for it. */
async function happened(id: string, what: string): Promise<void> {
  for (;;) {
    const { events } = await workflows.getHandle(id).fetchHistory();
    if (events?.some((event) => Object.hasOwn(event, what))) return;
    await pause(100);
  }
}

function unavailable(): SolanoError {
  return new SolanoError('report_unavailable', 'The update endpoint cannot be reached.');
}

function misconfigured(): SolanoError {
  return new SolanoError('report_misconfigured', 'The update endpoint answered 413: check.');
}
