import type { PurchaseSteps } from '@solano/domain';

/** Steps that note their calls as `<step> <id>`, and let a test wait for one. */
export class NotedSteps implements PurchaseSteps {
  readonly calls: string[] = [];
  /** What the steps do besides; it may wait or throw. */
  readonly #work: (step: string, id: string) => Promise<void> | void;
  #waiting: (() => void)[] = [];

  constructor(work: (step: string, id: string) => Promise<void> | void = () => {}) {
    this.#work = work;
  }

  async begin(id: string): Promise<boolean> {
    await this.#call('begin', id);
    return true;
  }

  complete(id: string): Promise<void> {
    return this.#call('complete', id);
  }

  abandon(id: string, reason: string): Promise<void> {
    return this.#call('abandon', id, `: ${reason}`);
  }

  /** The steps of a purchase so far, in order. */
  of(id: string): string[] {
    return this.calls.filter((call) => call.includes(id)).map((call) => call.replace(` ${id}`, ''));
  }

  /** Waits until a step has been called for a purchase so many times. */
  async saw(step: string, id: string, times = 1): Promise<void> {
    while (this.of(id).filter((call) => call.startsWith(step)).length < times) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #call(step: string, id: string, more = ''): Promise<void> {
    this.calls.push(`${step} ${id}${more}`);
    for (const wake of this.#waiting.splice(0)) wake();
    await this.#work(step, id);
  }
}
