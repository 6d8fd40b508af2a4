import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

/** How long a thread without work is kept: a new one takes a third of a second. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Threads for tasks of one kind, opened with the first one. A large task has a thread to itself, which ends with
 * it: one that continues keeps most of the memory that it took, some hundreds of megabytes.
 */
export class ThreadPools<Task, Result> implements AsyncDisposable {
  readonly #options: ConstructorParameters<typeof Piscina>[0];
  #pools: Promise<Record<'small' | 'large', Piscina<Task, Result>>> | undefined;

  /**
   * @param script that the threads load.
   * @param name of the function that it exports for a task.
   * @param maxThreads for small tasks, and as many for large ones.
   */
  constructor(script: URL, name: string, maxThreads: number) {
    this.#options = { filename: fileURLToPath(script), name, minThreads: 0, maxThreads };
  }

  /** @param moved buffers of the task that the thread is given, not sent a copy of. */
  async run(task: Task, size: 'small' | 'large', moved: ArrayBuffer[] = []): Promise<Result> {
    this.#pools ??= this.#open();
    // Piscina's type for it is of another overload of `postMessage`.
    return (await this.#pools)[size].run(task, { transferList: moved as object });
  }

  /** Ends the threads; what they still do is rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    const pools = await this.#pools;
    await Promise.all([pools?.small.destroy(), pools?.large.destroy()]);
  }

  async #open() {
    const { Piscina } = await import('piscina');
    return {
      small: new Piscina<Task, Result>({ ...this.#options, idleTimeout: IDLE_TIMEOUT_MS }),
      large: new Piscina<Task, Result>({ ...this.#options, idleTimeout: 0 }),
    };
  }
}
