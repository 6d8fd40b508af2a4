import { AsyncLocalStorage } from 'node:async_hooks';
import { SolanoError } from '@solano/domain/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ObservedWork, sharedMs } from '../src/observed-work.ts';
import { Threads } from '../src/threads.ts';
import type { TestTask } from './thread.ts';

const SCRIPT = new URL('./thread.ts', import.meta.url);

let threads: Threads<TestTask, unknown, number>;
beforeEach(() => {
  threads = new Threads(SCRIPT, 'work');
});
afterEach(() => threads[Symbol.asyncDispose]());

describe('a thread', () => {
  test('a thread returns the result after its progress, and does one task after the other', async () => {
    const seen: number[] = [];
    const onProgress = (sum: number) => void seen.push(sum);
    const results = Promise.all([
      threads.run({ add: [1, 2, 3] }, { onProgress }),
      threads.run({ add: [4] }, { onProgress }),
    ]);
    expect(await results).toEqual([
      { sum: 6, tasks: 1 },
      { sum: 4, tasks: 2 },
    ]);
    expect(seen).toEqual([1, 3, 6, 4]);
  });

  test('a thread for a large task is its own, and ends with it', async () => {
    for (let i = 0; i < 2; i += 1) {
      expect(await threads.run({ add: [1] }, { isLarge: true })).toEqual({ sum: 1, tasks: 1 });
    }
  });

  test('a thread receives bytes, and returns them, without a copy', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const result = threads.run({ bytes }, { moved: [bytes.buffer] });
    expect(await result).toEqual({ bytes: new Uint8Array([1, 2, 3]) });
    expect(bytes).toHaveLength(0);
  });
});

describe('an error', () => {
  test('an error of the domain arrives with all its fields, and the thread continues', async () => {
    const error = await threads.run({ fail: 'ours' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SolanoError);
    expect(error).toMatchObject({
      code: 'invalid_rows',
      message: 'Bad rows.',
      problems: ['line 1'],
      fields: { a: ['b'] },
      remedy: 'Ask.',
      cause: { message: 'why' },
    });
    expect(await threads.run({ add: [] })).toEqual({ sum: 0, tasks: 1 });
  });

  test('any other error arrives as it was thrown', async () => {
    await expect(threads.run({ fail: 'foreign' })).rejects.toThrow(TypeError);
  });

  test('a thread that ends early is an error, and the next task has another thread', async () => {
    await expect(threads.run({ fail: 'exit' })).rejects.toThrow('A thread ended early.');
    expect(await threads.run({ add: [1] })).toEqual({ sum: 1, tasks: 1 });
  });
});

test.each([
  ['whose script is not there', new URL('./missing.ts', import.meta.url)],
  ['whose script fails', new URL('data:text/javascript,throw new Error("no")')],
])('a thread %s is engine_unavailable to every task, and ends no process', async (_, script) => {
  await using broken = new Threads<TestTask, unknown>(script, 'work', 2);
  const runs = [1, 2, 3].map((i) => broken.run({ add: [i] }, { isLarge: i === 3 }));
  const settled = await Promise.allSettled(runs);
  const reason = expect.objectContaining({ code: 'engine_unavailable' }) as unknown;
  expect(settled).toEqual(runs.map(() => ({ status: 'rejected', reason })));
});

test('threads that are closed reject running and new tasks with engine_unavailable', async () => {
  const runs = [threads.run({ hang: true }), threads.run({ add: [1] })];
  const settled = Promise.allSettled(runs);
  await threads[Symbol.asyncDispose]();
  const reason = expect.objectContaining({ code: 'engine_unavailable' }) as unknown;
  expect(await settled).toEqual(runs.map(() => ({ status: 'rejected', reason })));
  await expect(threads.run({})).rejects.toMatchObject({ code: 'engine_unavailable' });
});

test('the work of a thread is observed for its caller, that of a failed task too', async () => {
  const callers = new AsyncLocalStorage<string>();
  const seen: [string | undefined, ObservedWork][] = [];
  const onObserved = (works: readonly ObservedWork[]) => {
    for (const work of works) seen.push([callers.getStore(), work]);
  };
  await using observed = new Threads<TestTask, unknown>(SCRIPT, 'work', 1, onObserved);
  const before = sharedMs();
  await Promise.all([
    callers.run('a', () => observed.run({ add: [1] })),
    callers.run('b', () => expect(observed.run({ fail: 'ours' })).rejects.toThrow('Bad rows.')),
  ]);
  const work = { kind: 'model', name: 'adder', subject: 'a subject' };
  expect(seen).toMatchObject([
    ['a', work],
    ['b', { ...work, errorType: 'invalid_rows' }],
  ]);
  const times = seen.flatMap(([, { startMs, endMs }]) => [startMs, endMs]);
  const all = [before, ...times, sharedMs()];
  expect(all).toEqual(all.toSorted((x, y) => x - y));
});
