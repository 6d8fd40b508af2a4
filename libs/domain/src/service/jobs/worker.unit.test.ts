import { type Log, SolanoError } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryJobQueue } from '@solano/memory';
import { expect, test } from 'vitest';
import type { Job, JobQueue, Next, Task } from './job.ts';
import { JobWorker, type Timers } from './worker.ts';

const START = Date.parse('2026-11-22T09:00:00Z');
const log: Log = { info() {}, warn() {}, error() {} };

/** Time that passes when a test says so. */
class VirtualTime implements Timers {
  now = 0;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Everything that is due meanwhile happens, in its order, before this returns. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settle();
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.now = next.at;
      this.#timers.delete(next);
      next.run();
    }
    this.now = end;
  }
}

/** Lets everything that waits for no timer happen. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
}

function taskOf(kind: string, run: (job: Job) => Next | undefined): Task {
  const retries = { firstMs: 1_000, factor: 2, longestMs: 60_000, forMs: 3_600_000 };
  return {
    kind,
    concurrency: 2,
    retries,
    maxDelayMs: 60_000,
    step: async (job) => run(job),
    giveUp: () => undefined,
  };
}

test('a job is done when the clock makes it due, however often others are announced', async () => {
  const time = new VirtualTime();
  const clock = () => new Date(START + time.now);
  const queue = new MemoryJobQueue(new MemoryDatabase(), clock);
  const done: string[] = [];
  const at = new Date(START + 3_000);
  const note = (kind: string, first?: Next) =>
    taskOf(kind, ({ step }) => {
      if (first && step === '') return first;
      done.push(`${kind} ${time.now}`);
      return undefined;
    });
  const tasks = [note('announced'), note('scheduled', { step: 'run', due: { at } })];
  await queue.add([{ kind: 'scheduled', subject: 's', lane: 's' }]);
  const worker = JobWorker.start({ queue, tasks, timers: time, log });
  await worker.began;
  for (let n = 0; n < 20; n += 1) {
    await queue.add([{ kind: 'announced', subject: String(n), lane: 'a' }]);
    await time.pass(300);
  }
  expect(done.filter((each) => each.startsWith('announced'))).toHaveLength(20);
  const scheduled = done.filter((each) => each.startsWith('scheduled'));
  expect(scheduled).toHaveLength(1);
  expect(Number(scheduled[0]?.split(' ')[1])).toBeLessThanOrEqual(4_000);
  await worker.close();
});

test('a step in the same turn is retried by itself, from its first attempt', async () => {
  const time = new VirtualTime();
  const clock = () => new Date(START + time.now);
  const queue = new MemoryJobQueue(new MemoryDatabase(), clock);
  const done: string[] = [];
  const task = taskOf('k', ({ step, reason, attempt }) => {
    done.push(`${step || 'first'} ${attempt}${reason}`);
    if (attempt === 1) throw new SolanoError('store_unavailable', 'Away.');
    return step === '' ? { step: 'second', reason: ' because', isSameTurn: true } : undefined;
  });
  await queue.add([{ kind: 'k', subject: 's', lane: 's' }]);
  const worker = JobWorker.start({ queue, tasks: [task], timers: time, log });
  await worker.began;
  await time.pass(10_000);
  expect(done).toEqual(['first 1', 'first 2', 'second 1 because', 'second 2 because']);
  await worker.close();
});

test('a queue that is not available is asked at growing pauses, and used when it is back', async () => {
  const time = new VirtualTime();
  const memory = new MemoryJobQueue(new MemoryDatabase(), () => new Date(START + time.now));
  let isAway = true;
  let attempts = 0;
  const queue: JobQueue = {
    add: (...args) => memory.add(...args),
    async open(listener) {
      attempts += 1;
      if (isAway) throw new Error('away');
      return memory.open(listener);
    },
  };
  const worker = JobWorker.start({ queue, tasks: [], timers: time, log });
  await worker.began;
  await expect(worker.check()).rejects.toMatchObject({ code: 'engine_unavailable' });
  await time.pass(5_000);
  // After 0.1, 0.2, 0.4 and 0.8 s, then every second.
  expect(attempts).toBe(8);
  isAway = false;
  await time.pass(1_000);
  await worker.check();
  await worker.close();
});

/** A queue whose connection is lost as it reports, for the first time, that a pause is over. */
function losingDue(queue: JobQueue): JobQueue {
  let isLost = false;
  return {
    add: (...args) => queue.add(...args),
    async open(listener) {
      const connection = await queue.open(listener);
      return {
        close: () => connection.close(),
        async reportAndClaim(report) {
          if (report.due.length === 0 || isLost) return connection.reportAndClaim(report);
          isLost = true;
          throw new SolanoError('store_unavailable', 'The connection is lost.');
        },
      };
    },
  };
}

test('a pause that is over as the connection is lost is over for the next one, whatever the clock', async () => {
  const time = new VirtualTime();
  // A clock that stands still stands for one that has stepped back.
  const queue = new MemoryJobQueue(new MemoryDatabase(), () => new Date(START));
  const attempts: number[] = [];
  const task = taskOf('k', ({ attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw new SolanoError('report_unavailable', 'Away.');
    return undefined;
  });
  const worker = JobWorker.start({ queue: losingDue(queue), tasks: [task], timers: time, log });
  await queue.add([{ kind: 'k', subject: '1', lane: 'l' }]);
  await time.pass(2_000);
  expect(attempts).toEqual([1, 2]);
  await worker.close();
});

test('a worker goes on after a claim that responds when its connection has long been lost', async () => {
  const time = new VirtualTime();
  const memory = new MemoryJobQueue(new MemoryDatabase(), () => new Date(START + time.now));
  const late = Promise.withResolvers<Job[]>();
  let lose: (error: unknown) => void = () => {};
  const queue: JobQueue = {
    add: (...args) => memory.add(...args),
    async open(listener) {
      if (time.now > 0) return memory.open(listener);
      lose = (error) => listener.onLost(error);
      return { reportAndClaim: () => late.promise, close: async () => {} };
    },
  };
  const done: string[] = [];
  const task = taskOf('k', ({ subject }) => {
    done.push(subject);
    return undefined;
  });
  const worker = JobWorker.start({ queue, tasks: [task], timers: time, log });
  await worker.began;
  lose(new Error('The connection is lost.'));
  await time.pass(5_000);
  late.resolve([]);
  await time.pass(100);
  await queue.add([{ kind: 'k', subject: '1', lane: 'l' }]);
  await time.pass(2_000);
  expect(done).toEqual(['1']);
  await worker.close();
});
