import { SolanoError } from '@solano/domain/kernel';
import type pg from 'pg';
import type { Run } from './statement.ts';

const TIMES = {
  /** A reader that pauses for longer gives its connection back. */
  idleMs: 5_000,
  /** A reader that pauses, or has read, for longer gives its connection to one that waits. */
  pauseMs: 500,
  heldMs: 60_000,
  /** Waiting for a connection. */
  waitMs: 15_000,
  checkMs: 100,
};

export type SnapshotTimes = Readonly<typeof TIMES>;

/** Begins and ends transactions on connections of their own. */
export interface SnapshotSource {
  begin(): Promise<pg.PoolClient>;
  run(client: pg.PoolClient): Run;
  end(client: pg.PoolClient): Promise<void>;
}

/**
 * A few connections on which long lists are read, each in a transaction that sees the rows of one
 * instant. However many readers there are, and however slow, they leave the other connections alone.
 */
export class Snapshots {
  readonly #source: SnapshotSource;
  readonly #max: number;
  readonly #times: SnapshotTimes;
  readonly #open = new Set<Snapshot>();

  constructor(source: SnapshotSource, max: number, times: SnapshotTimes = TIMES) {
    this.#source = source;
    this.#max = max;
    this.#times = times;
  }

  /** Takes a connection at the first read only. */
  snapshot(): Snapshot {
    return new Snapshot(this.#source, this.#times, {
      enter: (snapshot) => this.#enter(snapshot),
      leave: (snapshot) => void this.#open.delete(snapshot),
    });
  }

  /** Errors: `overloaded` where others read for too long. */
  async #enter(snapshot: Snapshot): Promise<void> {
    const { waitMs, checkMs } = this.#times;
    const last = performance.now() + waitMs;
    while (this.#open.size >= this.#max) {
      const slow = [...this.#open].find((each) => each.mayBeTaken());
      if (slow) await slow.end();
      else if (performance.now() > last) throw busy();
      else await new Promise((resolve) => setTimeout(resolve, checkMs));
    }
    this.#open.add(snapshot);
  }
}

/** The rows of one instant, read piece by piece. */
export class Snapshot {
  readonly #source: SnapshotSource;
  readonly #times: SnapshotTimes;
  readonly #place: Record<'enter' | 'leave', (snapshot: Snapshot) => void | Promise<void>>;
  #client: pg.PoolClient | undefined;
  #since = 0;
  #idle: { readonly since: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    source: SnapshotSource,
    times: SnapshotTimes,
    place: Record<'enter' | 'leave', (snapshot: Snapshot) => void | Promise<void>>,
  ) {
    this.#source = source;
    this.#times = times;
    this.#place = place;
  }

  /**
   * Reads a piece; after a pause that was too long, in a later snapshot. Errors: `overloaded`, and
   * those of the work, after which the snapshot is ended.
   */
  async read<T>(work: (run: Run) => Promise<T>): Promise<T> {
    this.#stopIdling();
    try {
      const client = this.#client ?? (await this.#begin());
      this.#client = client;
      const result = await work(this.#source.run(client));
      const timer = setTimeout(() => void this.end(), this.#times.idleMs).unref();
      this.#idle = { since: performance.now(), timer };
      return result;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async #begin(): Promise<pg.PoolClient> {
    await this.#place.enter(this);
    this.#since = performance.now();
    return this.#source.begin();
  }

  /** Whether its connection may go to another reader, as this one has had its time. */
  mayBeTaken(): boolean {
    if (!this.#idle) return false;
    const { pauseMs, heldMs } = this.#times;
    const now = performance.now();
    return now - this.#idle.since > pauseMs || now - this.#since > heldMs;
  }

  /** Gives the connection back, where there is one. */
  async end(): Promise<void> {
    this.#stopIdling();
    const client = this.#client;
    this.#client = undefined;
    void this.#place.leave(this);
    if (client) await this.#source.end(client);
  }

  #stopIdling(): void {
    if (this.#idle) clearTimeout(this.#idle.timer);
    this.#idle = undefined;
  }
}

function busy(): SolanoError {
  return new SolanoError('overloaded', 'The service is busy. Try again soon.');
}
