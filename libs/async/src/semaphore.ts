/** Bounds how much work runs at a time; the rest waits in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#free = max;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #acquire(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#free === 0) {
      this.#waiting.push(resolve);
    } else {
      this.#free -= 1;
      resolve();
    }
    return promise;
  }
}
