import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';

const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtextextended('solano/engine-runner', 0)) AS held`;
const BETWEEN_TRIES_MS = 500;
const BETWEEN_BEATS_MS = 2_000;
const CONNECT_MS = 5_000;

/**
 * The right to run the engine on a database: a PostgreSQL advisory lock, which lasts as long as
 * the session that took it.
 */
export class RunnerLock {
  /** Aborted when the session is gone, and the right with it. */
  readonly lost: AbortSignal;
  readonly #connections: Connections;
  readonly #beating: Promise<void>;
  readonly #released = new AbortController();

  /**
   * Waits until no other process holds the lock; `onWait` is told once if one does. It asks again
   * and again instead of waiting in PostgreSQL: a statement that waits for days holds a snapshot
   * for days, keeps vacuum from its work, and an index that the other process builds concurrently
   * would wait for that snapshot for ever.
   */
  static async take(
    databaseUrl: string,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<RunnerLock> {
    signal.throwIfAborted();
    const connections = openConnections(databaseUrl, {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CONNECT_MS,
    });
    const cut = () => connections.cut();
    signal.addEventListener('abort', cut, { once: true });
    try {
      const session = await connections.pool.connect();
      await held(session, signal, onWait);
      return new RunnerLock(connections, session);
    } catch (error) {
      connections.cut();
      throw error;
    } finally {
      signal.removeEventListener('abort', cut);
    }
  }

  private constructor(connections: Connections, session: PoolClient) {
    this.#connections = connections;
    const lost = new AbortController();
    this.lost = lost.signal;
    const lose = () => lost.abort(new Error('the connection that holds the runner lock is gone'));
    session.once('error', lose);
    session.once('end', lose);
    this.#beating = this.#beat(session).catch(lose);
  }

  /** Gives the lock back by ending its session. */
  async release(): Promise<void> {
    this.#released.abort();
    this.#connections.cut();
    await this.#beating;
  }

  /** Sees a server that is gone without having said so. */
  async #beat(session: PoolClient): Promise<void> {
    for (;;) {
      await pause(BETWEEN_BEATS_MS, undefined, { signal: this.#released.signal });
      await inTime(session.query('SELECT 1'));
    }
  }
}

/**
 * Waits for the server's answer, five single seconds at most: a computation that blocks this
 * process for longer counts as one of them, and the answer is read in the next.
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const heard = new AbortController();
  const silence = async () => {
    for (let i = 0; i < 5; i += 1) await pause(1_000, undefined, { signal: heard.signal });
    throw new Error('the server does not answer');
  };
  try {
    return await Promise.race([answer, silence()]);
  } finally {
    heard.abort();
  }
}

async function held(session: PoolClient, signal: AbortSignal, onWait: () => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await inTime(session.query<{ held: boolean }>(TRY_LOCK));
    if (rows[0]?.held) return;
    if (tries === 0) onWait();
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}
