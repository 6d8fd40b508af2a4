/** Bounds how much work runs at a time; the rest waits in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #turn(): Promise<void> {
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
