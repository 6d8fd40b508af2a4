import { nodeTimers } from '@solano/domain/contracts';
import { purchaseJob, purchaseTask } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { JobWorker } from '@solano/domain/service';
import { KeptLog, NotedSteps, submitted } from '@solano/tools/test-engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';
import { openRelayedServer } from './relayed-server.ts';

const WORKS = 'this process works on jobs';
const DOWN = 'the job queue is not available: retrying';

let server: Awaited<ReturnType<typeof openRelayedServer>>;
let database: PostgresDatabase;
let queue: PostgresJobQueue;

beforeAll(async () => {
  server = await openRelayedServer();
  ({ database } = server);
  queue = new PostgresJobQueue(database, server.relay.url);
});

afterAll(() => server[Symbol.asyncDispose]());

const workflow = { start: (id: string) => queue.add([purchaseJob({ id, customerId: 'c' })]) };

function work(steps: NotedSteps, log = new KeptLog()) {
  const tasks = [purchaseTask(steps, { log })];
  const worker = JobWorker.start({ queue, tasks, timers: nodeTimers, log });
  return { worker, log, [Symbol.asyncDispose]: () => worker.close() };
}

function run(text: string): Promise<unknown[]> {
  return database.run({ text }, []);
}

async function everythingEnded(): Promise<void> {
  await expect.poll(() => run('SELECT * FROM job').catch(String)).toEqual([]);
}

describe('a worker', () => {
  test('a worker waits for an unavailable server, logs it once, and has no session meanwhile', async () => {
    await server.stop();
    await using site = work(new NotedSteps());
    await site.log.saw(DOWN);
    await expect(site.worker.check()).rejects.toMatchObject({ code: 'engine_unavailable' });
    await server.restart();
    await site.log.saw(WORKS);
    await site.worker.check();
    expect(site.log.messages).toEqual([DOWN, WORKS]);
  });

  test('a worker continues after the server was stopped and started under way', async () => {
    const steps = new NotedSteps(() => new Promise((resolve) => setTimeout(resolve, 20)));
    await using site = work(steps);
    await site.log.saw(WORKS);
    const ids = await Promise.all(Array.from({ length: 40 }, () => submitted(workflow)));
    await steps.saw('complete', ids[0] as string);
    await server.stop();
    await site.log.saw(DOWN);
    await server.restart();
    for (const id of ids) await steps.saw('complete', id);
    await everythingEnded();
    expect(steps.calls.filter((call) => call.startsWith('abandon'))).toEqual([]);
  });

  test('a worker whose session is ended does no step twice', async () => {
    const held = Promise.withResolvers<void>();
    const steps = new NotedSteps((step) => (step === 'complete' ? held.promise : undefined));
    await using site = work(steps);
    const id = await submitted(workflow);
    await steps.saw('complete', id);
    await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'solano-worker'`);
    await site.log.saw(WORKS, 2);
    const other = await submitted(workflow);
    await steps.saw('begin', other);
    held.resolve();
    await everythingEnded();
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('a worker completes all work when its table cannot be used for a while', async () => {
    const held = Promise.withResolvers<void>();
    const steps = new NotedSteps((step) => (step === 'complete' ? held.promise : undefined));
    await using site = work(steps);
    const id = await submitted(workflow);
    await steps.saw('complete', id);
    await run('ALTER TABLE job RENAME TO elsewhere');
    held.resolve();
    await site.log.saw(DOWN);
    await run('ALTER TABLE elsewhere RENAME TO job');
    await everythingEnded();
    expect(steps.of(id).at(-1)).toBe('complete');
  });

  // To a clock that has stepped back the time of the next attempt is later.
  test.each([
    ['back', '+'],
    ['forward', '-'],
  ])(
    'a worker retries by its own clock when that of the database steps %s by two hours',
    async (_direction, sign) => {
      let steppedTwice = false;
      const steps = new NotedSteps((step) => {
        if (step === 'begin' && !steppedTwice) throw unavailable();
      });
      await using _ = work(steps);
      const id = await submitted(workflow);
      for (let time = 1; time <= 2; time += 1) {
        const moved = `UPDATE job SET run_at = run_at ${sign} interval '2 hours'
        WHERE run_at IS NOT NULL RETURNING 1`;
        await expect.poll(() => run(moved), { interval: 10 }).toHaveLength(1);
        steppedTwice = time === 2;
        const before = performance.now();
        await steps.saw('begin', id, steps.of(id).length + 1);
        // Pauses of some seconds, and not of two hours; how late their ends are the machine's load decides.
        expect(performance.now() - before).toBeLessThan(60_000);
      }
      await everythingEnded();
    },
  );
});

describe('a worker that is closed', () => {
  test('a worker that is closed lets a running step finish and remembers it', async () => {
    const release = Promise.withResolvers<void>();
    const steps = new NotedSteps(() => release.promise);
    const first = work(steps);
    const id = await submitted(workflow);
    await steps.saw('begin', id);
    const closed = first.worker.close();
    release.resolve();
    await closed;
    expect(steps.of(id)).toEqual(['begin']);
    await using _ = work(steps);
    await everythingEnded();
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('a worker that is closed does not wait for the next attempt of a step', async () => {
    const failing = new NotedSteps(() => {
      throw unavailable();
    });
    const first = work(failing);
    const id = await submitted(workflow);
    await failing.saw('begin', id);
    const before = performance.now();
    await first.worker.close();
    expect(performance.now() - before).toBeLessThan(2_000);
    const steps = new NotedSteps();
    await using _ = work(steps);
    await steps.saw('complete', id);
    await everythingEnded();
  });

  test('a worker that is closed waits at most five seconds for a step that does not end', async () => {
    const stuck = new NotedSteps(() => new Promise(() => {}));
    const first = work(stuck);
    const id = await submitted(workflow);
    await stuck.saw('begin', id);
    const before = performance.now();
    await Promise.all([first.worker.close(), first.worker.close()]);
    expect(performance.now() - before).toBeLessThan(7_000);
    const steps = new NotedSteps();
    await using _ = work(steps);
    await steps.saw('complete', id);
    await everythingEnded();
  });

  test('a worker may be closed while the server is unavailable', async () => {
    const site = work(new NotedSteps());
    await site.log.saw(WORKS);
    await server.stop();
    await site.log.saw(DOWN);
    await Promise.all([site.worker.close(), site.worker.close()]);
    await server.restart();
  });
});

function unavailable(): SolanoError {
  return new SolanoError('report_unavailable', 'The update endpoint cannot be reached.');
}
