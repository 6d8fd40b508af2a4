import { setTimeout as pause } from 'node:timers/promises';
import { purchaseWorkflowCrashContract } from '@solano/domain/contracts';
import { submitted } from '@solano/tools/test-engine';
import { type EnginePlan, EngineProcess } from '@solano/tools/test-engine-process';
import { testTemporal } from '@solano/tools/test-temporal';
import { describe, expect, test } from 'vitest';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import type { TemporalCluster } from '../src/cluster.ts';
import { aCluster, UNHURRIED } from './cluster.ts';

const WORKS = 'this process works on purchases from Temporal';
const WORKER = new URL('./worker.ts', import.meta.url);

const access = await testTemporal();

// At once, as most of the time passes until Temporal misses a worker.
describe('processes with workers', { concurrent: true }, () => {
  purchaseWorkflowCrashContract('temporal', openQueue);

  test('a worker that is killed settles no purchase twice', async () => {
    await using queue = await openQueue();
    const first = queue.start({ stepMs: 10 });
    const second = queue.start({ stepMs: 10 });
    await Promise.all([first.saw(WORKS), second.saw(WORKS)]);
    const ids: string[] = [];
    // Until the first has done some: on a busy machine it may have no turn for a while.
    for (let hasDoneSome = false; !hasDoneSome; ) {
      const added = Array.from({ length: 100 }, () => submitted(queue.workflow));
      ids.push(...(await Promise.all(added)));
      hasDoneSome = await Promise.race([
        first.saw('complete ends').then(() => true),
        second.saw('complete ends', ids.at(-1)).then(() => false),
      ]);
    }
    await first.end('SIGKILL');
    const ends = (id: string) =>
      [...first.of(id), ...second.of(id)].filter((what) => /^(complete|abandon) ends/.test(what));
    for (const id of ids) {
      if (ends(id).length === 0) await second.saw('complete ends', id);
    }
    // Steps that had ended, but of whose end Temporal did not hear any more, were done again.
    const twice = ids.filter((id) => ends(id).length > 1);
    expect(twice.length).toBeLessThan(9);
    for (const id of ids) expect(new Set(ends(id))).toEqual(new Set(['complete ends']));
  });

  test('a worker that is frozen for a moment is not considered dead', async () => {
    await using queue = await openQueue();
    const worker = queue.start({ stepMs: 16_000 });
    const { id: pid } = await worker.saw('process');
    const id = await submitted(queue.workflow);
    await worker.saw('begin starts', id);
    // By default the SDK sends signs of life after 2 and 10 seconds; Temporal bears ten of silence.
    await pause(9_000);
    process.kill(Number(pid), 'SIGSTOP');
    await pause(5_000);
    process.kill(Number(pid), 'SIGCONT');
    await worker.saw('begin ends', id);
    expect(worker.of(id).slice(0, 2)).toEqual(['begin starts', 'begin ends']);
  });
});

/** A task queue, a client, and processes with workers. Disposing of it kills them. */
async function openQueue() {
  const cluster = aCluster(access);
  const opened = new AsyncDisposableStack();
  const workflow = opened.use(TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED }));
  return {
    workflow,
    start: (plan: Omit<EnginePlan<TemporalCluster>, 'engine'> = {}) =>
      opened.use(new EngineProcess(WORKER, { engine: cluster, ...plan })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
