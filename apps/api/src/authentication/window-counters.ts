/** How often a caller was counted in its window. */
export interface WindowCount {
  readonly count: number;
  /** How long the window still lasts. */
  readonly endsInMs: number;
}

/**
 * Counts by caller, in windows of one length that each begin with the first count. Memory is that of
 * the callers of the last window.
 */
export class WindowCounters {
  readonly #windowMs: number;
  /** In the order in which their windows end. */
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How many callers have a window. */
  get size(): number {
    return this.#windows.size;
  }

  increment(caller: string): WindowCount {
    // In whole milliseconds, which add up exactly.
    const now = Math.floor(performance.now());
    this.#deleteEnded(now);
    const window = this.#windows.get(caller) ?? this.#begin(caller, now);
    window.count += 1;
    return { count: window.count, endsInMs: window.endsAt - now };
  }

  #begin(caller: string, now: number) {
    const window = { count: 0, endsAt: now + this.#windowMs };
    this.#windows.set(caller, window);
    return window;
  }

  #deleteEnded(now: number): void {
    for (const [caller, { endsAt }] of this.#windows) {
      if (endsAt > now) return;
      this.#windows.delete(caller);
    }
  }
}
