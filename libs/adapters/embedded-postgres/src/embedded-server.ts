import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { chooseAccount } from './account.ts';
import { type Cluster, openCluster, SUPERUSER } from './cluster.ts';
import { joinServer, leaveServer } from './membership.ts';
import {
  findPostmaster,
  type Launch,
  launch,
  POLL_INTERVAL_MS,
  SERVER_TIMEOUT_MS,
  stopPostmaster,
} from './postmaster.ts';
import { RESERVE_BYTES, Reserve } from './reserve.ts';

/** A PostgreSQL server in use; several processes may use the same one. */
export interface EmbeddedServer extends AsyncDisposable {
  /** `postgresql://solano:<password>@127.0.0.1:<port>/solano`, valid until the close. */
  readonly url: string;
  /**
   * Ends the use; the last user stops the server and waits until its process has ended.
   * Close every other connection to `url` first. Further calls do nothing more.
   * @throws Error where the server does not stop within 30 s.
   */
  close(): Promise<void>;
}

/** The pause between attempts to restart a server that ended while it was used. */
const REJOIN_PAUSE_MS = 5_000;

/** The pause between looks whether a reserve that was released can be made again. */
const RESERVE_PAUSE_MS = 60_000;

/** A failure to restart it is reported as often. */
const RESTART_NOTICE_PAUSE_MS = 60_000;

/** How long a start may take before it is reported as a recovery. */
const RECOVERY_NOTICE_MS = 5_000;

interface OpeningOptions {
  /** Called once where PostgreSQL recovers from a crash for longer than a moment. */
  readonly onRecovery?: (logFile: string) => void;
  /** Called where the disk is full and the reserved space is released. */
  readonly onFullDisk?: (folder: string) => void;
  /** Called, at most once a minute, while a server that ended cannot be started again. */
  readonly onRestartFailure?: (error: unknown) => void;
  /** Called with the bytes of a reserve that is smaller than configured, as the volume is small. */
  readonly onSmallReserve?: (folder: string, bytes: number) => void;
  /** Called, at most once a minute, where disk space cannot be reserved. */
  readonly onReserveFailure?: (error: unknown) => void;
  /** The folder of PostgreSQL's `bin`, where it is not that of the npm package. */
  readonly binaries?: string;
  /** How many bytes are free on a folder's volume, where the volume is not to be asked. */
  readonly freeBytes?: () => Promise<number>;
  /** How long to wait for a server that does not recover. Milliseconds. */
  readonly timeoutMs?: number;
  /** The pause between looks whether a reserve can be made again. Milliseconds. */
  readonly reservePauseMs?: number;
}

/** A launch fails where another process takes its port or the data folder; more is an error. */
const MAX_LAUNCHES = 5;

/**
 * Uses the PostgreSQL server of the data folder: adopts a live one, else starts it, else makes its
 * cluster first. Safe for several processes at once and after a kill of any of them.
 * @param dataFolder made if missing; the server's files lie in its folder `postgres`.
 * @throws Error with one line that says what to do, or names the server's log, where there is no
 *   server after 30 s (not counted: making the cluster, and PostgreSQL's recovery after a crash).
 */
export async function openEmbeddedServer(
  dataFolder: string,
  options: OpeningOptions = {},
): Promise<EmbeddedServer> {
  const cluster = await openCluster(await chooseAccount(dataFolder, options.binaries));
  const client = await joinOrLaunch(cluster, options);
  const { home } = cluster.account;
  const reserve = new Reserve(home, options.freeBytes);
  try {
    const reserved = await reserve.keep();
    if (reserved < RESERVE_BYTES) options.onSmallReserve?.(home, reserved);
  } catch (error) {
    // The server runs without a reserve, which is tried again.
    options.onReserveFailure?.(error);
  }
  return new SharedServer(cluster, client, reserve, options);
}

class SharedServer implements EmbeddedServer {
  readonly url: string;
  readonly #cluster: Cluster;
  readonly #options: OpeningOptions;
  #membership: Promise<pg.Client | undefined>;
  readonly #ending = new AbortController();
  readonly #renewing: Promise<void>;
  #closing: Promise<void> | undefined;

  constructor(cluster: Cluster, client: pg.Client, reserve: Reserve, options: OpeningOptions) {
    this.url = `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${client.port}/${SUPERUSER}`;
    this.#cluster = cluster;
    this.#options = options;
    this.#membership = Promise.resolve(this.#watched(client));
    this.#renewing = this.#renew(reserve);
  }

  close(): Promise<void> {
    this.#ending.abort();
    this.#closing ??= this.#leave();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #leave(): Promise<void> {
    await this.#renewing;
    const client = await this.#membership;
    if (client === undefined) return;
    if (await leaveServer(client)) await stopPostmaster(this.#cluster);
    await client.end().catch(() => undefined);
  }

  /**
   * A crash of any backend makes PostgreSQL drop all connections and continue. Without the shared
   * lock, the next process to leave would stop the server that this one still uses. A server that
   * has ended is started again on the same port.
   */
  #watched(client: pg.Client): pg.Client {
    client.once('end', () => {
      if (!this.#ending.signal.aborted) this.#membership = this.#rejoin();
    });
    return client;
  }

  /** Makes the reserve again once there is room for it. */
  async #renew(reserve: Reserve): Promise<void> {
    const { reservePauseMs = RESERVE_PAUSE_MS, onReserveFailure } = this.#options;
    const { signal } = this.#ending;
    while (await pause(reservePauseMs, signal)) {
      await reserve.renew().catch((error: unknown) => onReserveFailure?.(error));
    }
  }

  async #rejoin(): Promise<pg.Client | undefined> {
    const port = Number(new URL(this.url).port);
    const { signal } = this.#ending;
    let noticeAt = 0;
    while (!signal.aborted) {
      try {
        return this.#watched(await joinOrLaunch(this.#cluster, this.#options, port));
      } catch (error) {
        if (performance.now() >= noticeAt && !signal.aborted) {
          noticeAt = performance.now() + RESTART_NOTICE_PAUSE_MS;
          this.#options.onRestartFailure?.(error);
        }
      }
      await pause(REJOIN_PAUSE_MS, signal);
    }
    return undefined;
  }
}

/** Waits without keeping the process alive. Returns false where the wait was aborted. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { ref: false, signal }).catch(() => false);
}

async function joinOrLaunch(
  cluster: Cluster,
  { onRecovery, onFullDisk, freeBytes, timeoutMs = SERVER_TIMEOUT_MS }: OpeningOptions,
  port?: number,
): Promise<pg.Client> {
  const { home } = cluster.account;
  const releaseReserve = async (hasFailed: boolean) => {
    if (await new Reserve(home, freeBytes).release(hasFailed)) onFullDisk?.(home);
  };
  let deadline = performance.now() + timeoutMs;
  let noticeAt: number | undefined;
  let launched: Launch | undefined;
  let failures = 0;
  while (performance.now() < deadline) {
    const server = await findPostmaster(cluster.data);
    const joined = server?.status === 'ready' ? await joinServer(cluster, server) : undefined;
    if (joined === 'full') await releaseReserve(true);
    else if (joined !== undefined) return joined;
    if (server?.status === 'starting') {
      const now = performance.now();
      deadline = now + timeoutMs;
      noticeAt ??= now + RECOVERY_NOTICE_MS;
      if (now >= noticeAt) {
        noticeAt = Infinity;
        onRecovery?.(cluster.log);
      }
    }
    if (server !== undefined && server.pid !== launched?.pid) failures = 0;
    const failure = await launched?.failure();
    if (server === undefined && (launched === undefined || failure !== undefined)) {
      if (failures === MAX_LAUNCHES) throw unavailable(cluster, `could not start (${failure})`);
      failures += 1;
      await releaseReserve(failures > 1);
      launched = await launch(cluster, port);
    }
    // A process that has nothing else to do may end meanwhile.
    await delay(POLL_INTERVAL_MS, undefined, { ref: port === undefined });
  }
  throw unavailable(cluster, `is not ready after ${timeoutMs / 1000} s`);
}

function unavailable(cluster: Cluster, what: string): Error {
  return new Error(`the embedded PostgreSQL ${what}: see ${cluster.log}`);
}
