import type { SolanoError } from '@solano/domain/kernel';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const MAX_WAIT_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the code of a rejection. */
function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => expect.unreachable(),
    (error: SolanoError) => error.code,
  );
}

/** Opens a queue whose tasks end on request, and lists those that have begun. */
function openQueue(maxConcurrent: number, maxPerCaller = maxConcurrent) {
  const queue = new FairQueue({ maxConcurrent, maxPerCaller, maxWaitMs: MAX_WAIT_MS });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (caller: string, name: string, signal?: AbortSignal) =>
    queue.run(
      caller,
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, add, end };
}

describe('a queue', () => {
  test('the queue runs a limited number of tasks at once', async () => {
    const { begun, add, end } = openQueue(2);
    const first = add('a', 'a1');
    void add('a', 'a2');
    void add('b', 'b1');
    expect(begun).toEqual(['a1', 'a2']);
    await end('a1');
    expect(await first).toBe('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  test('the queue alternates between callers, however much one of them requests', async () => {
    const { begun, add, end } = openQueue(1);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name);
    for (const name of ['b1', 'b2']) void add('b', name);
    void add('c', 'c1');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('the queue runs a limited number of one caller’s tasks at once, and leaves slots for others', async () => {
    const { begun, add, end } = openQueue(2, 1);
    for (const name of ['a1', 'a2', 'a3']) void add('a', name);
    void add('b', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    void add('b', 'b2');
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2']);
    await end('b2');
    await end('a2');
    expect(begun.at(-1)).toBe('a3');
  });

  test('the queue rejects a task that waits for too long, and then has room again', async () => {
    const { begun, add, end } = openQueue(1);
    void add('a', 'a1');
    const late = codeOf(add('a', 'a2'));
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
    void add('b', 'b1');
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe('overloaded');
    await end('a1');
    await end('b1');
    void add('a', 'a3');
    expect(begun).toEqual(['a1', 'b1', 'a3']);
  });

  test('the queue drops a task that is aborted before its turn, and no other', async () => {
    const { begun, add, end } = openQueue(1);
    const gone = new AbortController();
    const running = add('a', 'a1', gone.signal);
    const waiting = add('a', 'a2', gone.signal);
    const next = add('a', 'a3');
    gone.abort();
    await expect(waiting).rejects.toBe(gone.signal.reason);
    await expect(add('b', 'b1', gone.signal)).rejects.toBe(gone.signal.reason);
    await end('a1');
    await end('a3');
    expect(await Promise.all([running, next])).toEqual(['a1', 'a3']);
    const late = add('b', 'b2', gone.signal);
    expect(begun).toEqual(['a1', 'a3']);
    await expect(late).rejects.toBe(gone.signal.reason);
  });

  test('the queue continues after a task that fails', async () => {
    const queue = new FairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaitMs: MAX_WAIT_MS });
    const failed = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
