import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { SolanoError } from '@solano/domain/kernel';
import type { ObservedWork } from './observed-work.ts';
import { Semaphore } from './semaphore.ts';
import { errorOf, type FromThread, type ThreadScript } from './thread-messages.ts';

/** How long a thread without work is kept: a new one takes a third of a second. */
const IDLE_TIMEOUT_MS = 60_000;

/** Is given what a thread did for a task. */
export type OnObserved = (works: readonly ObservedWork[]) => void;

export interface ThreadRun<Progress> {
  /** Values that are transferred to the thread, not copied. */
  readonly moved?: readonly Transferable[];
  /** Called with what the work reports before it ends. */
  readonly onProgress?: (progress: Progress) => void;
  /** A thread of its own, which ends with the task: one that continues keeps most of the memory that it took. */
  readonly isLarge?: boolean;
  /** Of a thread of its own. */
  readonly limits?: ResourceLimits;
}

/**
 * Threads for tasks of one kind; the first starts with the first task. Errors cross as they were thrown: a SolanoError
 * with all that it holds, any other as it is cloned.
 */
export class Threads<Task, Result, Progress = never> implements AsyncDisposable {
  readonly #script: ThreadScript;
  readonly #onObserved: OnObserved | undefined;
  readonly #small: Semaphore;
  readonly #large: Semaphore;
  readonly #all = new Set<Worker>();
  /** The threads that have loaded their script. */
  readonly #ready = new WeakSet<Worker>();
  /** With the timers that end them. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  /**
   * @param script that the threads load.
   * @param name of the function that it exports for a task.
   * @param max threads at a time for small tasks, and as many for large ones.
   * @param onObserved is called with what a thread did for a task, when the task has ended, as a part of its caller's work.
   */
  constructor(script: URL, name: string, max = 1, onObserved?: OnObserved) {
    this.#script = { script: script.href, name, isObserved: onObserved !== undefined };
    this.#onObserved = onObserved;
    this.#small = new Semaphore(max);
    this.#large = new Semaphore(max);
  }

  /**
   * Does a task. Errors: those of the work; `engine_unavailable` where the thread cannot start, and once the threads
   * are closed; what ended the thread where it ends early.
   */
  run(task: Task, run: ThreadRun<Progress> = {}): Promise<Result> {
    const semaphore = run.isLarge ? this.#large : this.#small;
    return semaphore.run(async () => {
      this.#requireOpen();
      const thread = (run.isLarge ? undefined : this.#takeIdle()) ?? this.#start(run);
      try {
        const result = await this.#ask(thread, task, run);
        if (!run.isLarge) this.#keep(thread);
        return result;
      } finally {
        if (!this.#idle.has(thread)) await this.#end(thread);
      }
    });
  }

  /** Ends the threads; what they still do is rejected with `engine_unavailable`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#all].map((thread) => this.#end(thread)));
  }

  #start({ limits, isLarge }: ThreadRun<Progress>): Worker {
    const main = new URL('./thread-main.ts', import.meta.url);
    const resourceLimits = isLarge && limits ? { resourceLimits: limits } : {};
    const thread = new Worker(main, { workerData: this.#script, ...resourceLimits });
    this.#all.add(thread);
    // Without a listener, an error while it is idle or ends would be the process's.
    thread.on('error', () => {}).on('exit', () => void this.#end(thread));
    return thread;
  }

  #takeIdle(): Worker | undefined {
    const [thread] = this.#idle.keys();
    if (!thread) return undefined;
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    thread.ref();
    return thread;
  }

  #keep(thread: Worker): void {
    if (this.#closing.signal.aborted) return;
    // The process may end without it.
    thread.unref();
    const timer = setTimeout(() => void this.#end(thread), IDLE_TIMEOUT_MS);
    this.#idle.set(thread, timer.unref());
  }

  async #end(thread: Worker): Promise<void> {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#all.delete(thread);
    await thread.terminate();
  }

  async #ask(thread: Worker, task: Task, run: ThreadRun<Progress>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let works: readonly ObservedWork[] = [];
    const ended = (cause: unknown) => {
      if (this.#closing.signal.aborted) return reject(closing(cause));
      reject(
        this.#ready.has(thread)
          ? cause
          : unavailable('The service cannot compute at the moment. Try again soon.', cause),
      );
    };
    const left = () => ended(new Error('A thread ended early.'));
    const receive = (message: FromThread) => {
      if ('isReady' in message) this.#ready.add(thread);
      else if ('progress' in message) run.onProgress?.(message.progress as Progress);
      else {
        works = message.works ?? [];
        if ('result' in message) resolve(message.result as Result);
        else reject(errorOf(message.error));
      }
    };
    thread.on('message', receive).on('error', ended).on('exit', left);
    thread.postMessage(task, [...(run.moved ?? [])]);
    try {
      return await promise;
    } finally {
      thread.off('message', receive).off('error', ended).off('exit', left);
      if (works.length > 0) this.#onObserved?.(works);
    }
  }

  #requireOpen(): void {
    if (this.#closing.signal.aborted) throw closing();
  }
}

function closing(cause?: unknown): SolanoError {
  return unavailable('The service is closing: nothing more is computed.', cause);
}

function unavailable(message: string, cause: unknown): SolanoError {
  return new SolanoError('engine_unavailable', message, { cause });
}
