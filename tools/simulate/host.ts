import type { Timers } from '@solano/domain/service';
import type { Scheduler } from './scheduler.ts';

/** The instant at which every simulation begins. */
const BEGINNING = Date.parse('2026-11-22T09:00:00Z');

/** A clock on the wall: it may be wrong, and step. */
export class WallClock {
  readonly #scheduler: Scheduler;
  offsetMs = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  readonly now = (): Date => new Date(BEGINNING + this.#scheduler.now + this.offsetMs);
}

/** A process. Messages arrive as long as it lives, and late if it was frozen. */
export class Host implements Timers {
  readonly name: string;
  readonly clock: WallClock;
  readonly #scheduler: Scheduler;
  isAlive = true;
  /** Until then nothing gets through between it and the database. */
  cutUntil = 0;
  #frozenUntil = 0;

  constructor(name: string, clock: WallClock, scheduler: Scheduler) {
    this.name = name;
    this.clock = clock;
    this.#scheduler = scheduler;
  }

  get isCut(): boolean {
    return this.#scheduler.now < this.cutUntil;
  }

  kill(): void {
    this.isAlive = false;
  }

  freeze(ms: number): void {
    this.#frozenUntil = this.#scheduler.now + ms;
  }

  after(ms: number, run: () => void): () => void {
    const arrive = () => {
      if (!this.isAlive) return;
      const frozenMs = this.#frozenUntil - this.#scheduler.now;
      if (frozenMs > 0) cancel = this.#scheduler.after(frozenMs, arrive);
      else run();
    };
    let cancel = this.#scheduler.after(ms, arrive);
    return () => cancel();
  }

  /** A pause of this process: it never ends where the process does. */
  pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.after(ms, resolve);
    return promise;
  }
}
