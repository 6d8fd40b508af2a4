import type pg from 'pg';

/** A worker whose connection is idle for so long has been stopped, or is cut off behind a proxy. */
const MAX_IDLE_MS = 3_000;

/** Workers that have jobs, and when their connection was last used, by the server's clock. */
const IDLE = {
  name: 'job-idle-workers',
  text: `
    SELECT a.pid, a.state_change::text AS since
    FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND a.state = 'idle'
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (l.classid::bigint << 32) | l.objid::bigint IN (SELECT worker FROM job WHERE worker <> $1)`,
};

const TERMINATE = {
  name: 'job-terminate',
  text: 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid',
};

/**
 * Ends the sessions of workers that do not use them any more although their connections stand: each
 * uses its own twice a second. Time is measured here, as the server's clock may step.
 */
export class UnresponsiveWorkers {
  readonly #client: pg.Client;
  readonly #own: number;
  /** By process id on the server: since when it is idle, and when that was first seen, in ms. */
  #idle = new Map<number, { readonly since: string; readonly seenAt: number }>();

  constructor(client: pg.Client, own: number) {
    this.#client = client;
    this.#own = own;
  }

  async terminate(): Promise<void> {
    const { rows } = await this.#client.query<{ pid: number; since: string }>({
      ...IDLE,
      values: [this.#own],
    });
    const now = performance.now();
    const idle = rows.map(({ pid, since }) => {
      const known = this.#idle.get(pid);
      return [pid, known?.since === since ? known : { since, seenAt: now }] as const;
    });
    this.#idle = new Map(idle);
    const unresponsive = idle
      .filter(([, { seenAt }]) => now - seenAt > MAX_IDLE_MS)
      .map(([pid]) => pid);
    if (unresponsive.length > 0) await this.#client.query({ ...TERMINATE, values: [unresponsive] });
  }
}
