import type { Log } from '@solano/domain';

export const silent: Log = { info() {}, warn() {}, error() {} };

/** A log that keeps its messages, and lets a test wait for one. */
export class KeptLog implements Log {
  readonly messages: string[] = [];
  #waiting: (() => void)[] = [];

  info(_: object, message: string): void {
    this.#keep(message);
  }

  warn(_: object, message: string): void {
    this.#keep(message);
  }

  error(_: object, message: string): void {
    this.#keep(message);
  }

  /** Waits until a message has been logged so many times. */
  async saw(message: string, times = 1): Promise<void> {
    while (this.count(message) < times) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  count(message: string): number {
    return this.messages.filter((each) => each === message).length;
  }

  #keep(message: string): void {
    this.messages.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
