import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeSecrets } from '@solano/crypto';
import { HOUR_MS } from '@solano/domain/kernel';
import { addCustomer, issueKey } from '@solano/domain/service';
import { type EmbeddedServer, openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { ownAddress } from '../servers/own-address.ts';
import type { TemporalAccess } from '../servers/temporal-server.ts';
import { TestRelay } from '../servers/test-relay.ts';
import { clockEnvironment, moveClocks } from './clocks.ts';
import { countPurchases, type PurchaseCount, SETTLEMENTS } from './count.ts';
import { ChaoticProcess } from './process.ts';

const API = new URL('../../apps/api/src/main.ts', import.meta.url);
const WORKER = new URL('../../apps/worker/src/main.ts', import.meta.url);
/** How many purchases are submitted at a time. */
const SUBMITTERS = 4;
/** More would try what the engine can complete in a second, not what it does when things go wrong. */
const MAX_UNSETTLED = 50;
const UNSETTLED = `SELECT id FROM purchase WHERE status NOT IN ('completed', 'failed')`;
const AUTHOR = { actor: 'operator chaos', origin: 'chaos', requestId: null };
const BODY = JSON.stringify({ purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] });

export interface ChaosOptions {
  readonly durationMs: number;
  /** How long to wait at most, when everything is well again, until the last purchase is settled. */
  readonly settlingMs: number;
  /** Undefined: the embedded engine. */
  readonly temporal?: TemporalAccess;
}

export interface ChaosResult extends PurchaseCount {
  /** Submissions whose response was 201. */
  readonly accepted: number;
  /** What went wrong, and how often. */
  readonly faults: Readonly<Record<string, number>>;
  /** Submissions that made another number of purchases than one. */
  readonly repeated: number;
  /** Purchases less entries of submissions in the audit log. */
  readonly unaudited: number;
  /** From when everything was well to when the last purchase was settled; null: some are not. */
  readonly settledAfterMs: number | null;
}

/** Lets things go wrong while purchases are submitted, and says what has become of them. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  await using site = await Site.open(options);
  return await site.run();
}

class Site implements AsyncDisposable {
  readonly #options: ChaosOptions;
  readonly #opened: AsyncDisposableStack;
  readonly #folder: string;
  readonly #relay: TestRelay;
  readonly #processes: ChaoticProcess[] = [];
  readonly #faults: Record<string, number> = {};
  readonly #accepted = new Set<string>();
  #server: EmbeddedServer;
  #submissions = 0;
  #isOver = false;

  static async open(options: ChaosOptions): Promise<Site> {
    await using opened = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'solano-chaos-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    await moveClocks(join(folder, 'clock'), 0);
    const server = await openEmbeddedServer(join(folder, 'database'));
    const relay = opened.use(await TestRelay.open(server.url));
    const site = new Site(options, opened.move(), { folder, server, relay });
    await migrate(server.url);
    return site;
  }

  private constructor(
    options: ChaosOptions,
    opened: AsyncDisposableStack,
    parts: { folder: string; server: EmbeddedServer; relay: TestRelay },
  ) {
    this.#options = options;
    this.#opened = opened;
    this.#folder = parts.folder;
    this.#server = parts.server;
    this.#relay = parts.relay;
  }

  async run(): Promise<ChaosResult> {
    await using database = await PostgresDatabase.connect(this.#relay.url);
    const stores = postgresStores(database);
    const deps = {
      ...stores,
      secrets: new NodeSecrets(),
      newId: () => crypto.randomUUID(),
      clock: () => new Date(),
    };
    await addCustomer(deps, AUTHOR, 'chaos');
    const { token } = await issueKey(deps, AUTHOR, 'chaos');
    await this.#startProcesses();
    const isFull = () => hasMoreThan(database, MAX_UNSETTLED - SUBMITTERS);
    const submitters = Array.from({ length: SUBMITTERS }, () => this.#submitOn(token, isFull));
    const load = Promise.all(submitters);
    const trouble = Promise.all([this.#restartDatabase(), this.#disturb()]);
    await pause(this.#options.durationMs);
    this.#isOver = true;
    await trouble;
    await this.#moveClocks(0);
    const wellAt = performance.now();
    await load;
    const settledAfterMs = await this.#waitUntilSettled(database, wellAt);
    return { ...(await this.#result(database)), settledAfterMs };
  }

  /** @param since on the clock of `performance`. */
  async #waitUntilSettled(database: PostgresDatabase, since: number): Promise<number | null> {
    while (performance.now() - since < this.#options.settlingMs) {
      if (!(await hasMoreThan(database, 0))) return performance.now() - since;
      await pause(100);
    }
    return null;
  }

  async #result(database: PostgresDatabase): Promise<Omit<ChaosResult, 'settledAfterMs'>> {
    const rows = await database.run<{ id: string; count: number }>({ text: SETTLEMENTS }, []);
    const settlements = new Map(rows.map(({ id, count }) => [id, count]));
    const text = `SELECT subject FROM audit_entry WHERE action = 'purchase.submit'`;
    const entries = await database.run({ text }, []);
    const counted = countPurchases(this.#accepted, settlements);
    return {
      accepted: this.#accepted.size,
      faults: this.#faults,
      ...counted,
      repeated: settlements.size - this.#submissions,
      unaudited: settlements.size - entries.length,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#processes.map((each) => each[Symbol.asyncDispose]()));
    await this.#server.close();
    await this.#opened.disposeAsync();
  }

  async #startProcesses(): Promise<void> {
    const { temporal } = this.#options;
    const common = {
      CALLBACK_SECRET: 'not a secret: processes that are to be disturbed',
      ...clockEnvironment(join(this.#folder, 'clock')),
      OBJECT_STORE: `file:${join(this.#folder, 'objects')}`,
      SOLANO_DATA: join(this.#folder, 'data'),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'fatal',
      ...(temporal && {
        TEMPORAL_ADDRESS: temporal.address,
        TEMPORAL_NAMESPACE: temporal.namespace,
        TEMPORAL_TASK_QUEUE: crypto.randomUUID(),
      }),
    };
    const start = async (script: URL, own: Record<string, string>) => {
      const environment = { ...common, ...own };
      this.#processes.push(await ChaoticProcess.start(script, this.#server.url, environment));
    };
    // At fixed places: workers call one of them back, also after it was started again.
    const places = [ownAddress(), ownAddress()];
    for (const { host, port } of places) await start(API, { HOST: host, PORT: String(port) });
    if (!temporal) return;
    for (const { address } of places) await start(WORKER, { CALLBACK_URL: `http://${address}` });
  }

  #apis(): string[] {
    return this.#processes.flatMap(({ url }) => url ?? []);
  }

  /** Submits one purchase after the other, each until it is accepted, while not too many wait. */
  async #submitOn(key: string, isFull: () => Promise<boolean>): Promise<void> {
    while (!this.#isOver) {
      // What cannot be asked, as the database is unavailable, counts as full.
      if (await isFull().catch(() => true)) {
        await pause(200);
        continue;
      }
      this.#submissions += 1;
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      for (let isDone = false; !isDone; ) {
        isDone = await this.#submit(headers).catch(() => false);
        await pause(isDone ? 200 : 500);
      }
    }
  }

  async #submit(headers: Record<string, string>): Promise<boolean> {
    const urls = this.#apis();
    const url = urls[Math.floor(Math.random() * urls.length)];
    if (url === undefined) return false;
    const signal = AbortSignal.timeout(5_000);
    const path = `${url}/api/v0/user/ana/submit-purchase/acme`;
    const response = await fetch(path, { method: 'POST', headers, body: BODY, signal });
    if (response.status !== 201) return false;
    const { id } = (await response.json()) as { id: string };
    this.#accepted.add(id);
    return true;
  }

  async #restartDatabase(): Promise<void> {
    while (!this.#isOver) {
      await pause(Math.min(5_000 + Math.random() * 5_000, this.#options.durationMs / 3));
      this.#note('database restarted');
      await this.#server.close();
      await this.#openDatabase();
    }
  }

  async #openDatabase(): Promise<void> {
    this.#server = await openEmbeddedServer(join(this.#folder, 'database'));
    for (const { relay } of [{ relay: this.#relay }, ...this.#processes]) {
      relay.pointTo(this.#server.url);
    }
  }

  async #disturb(): Promise<void> {
    while (!this.#isOver) {
      await pause(1_000 + Math.random() * 3_000);
      const process = this.#processes[Math.floor(Math.random() * this.#processes.length)];
      const disturbances: Record<string, () => unknown> = {
        killed: () => process?.kill(),
        frozen: () => process?.freeze(2_000 + Math.random() * 5_000),
        'cut off': () => process?.cutOff(2_000 + Math.random() * 5_000),
        'clocks moved': () => this.#moveClocks((Math.random() - 0.5) * 6 * HOUR_MS),
      };
      const names = Object.keys(disturbances);
      const name = names[Math.floor(Math.random() * names.length)] ?? '';
      this.#note(name);
      await disturbances[name]?.();
    }
  }

  /** Those of all processes. */
  async #moveClocks(ms: number): Promise<void> {
    await moveClocks(join(this.#folder, 'clock'), ms / 1_000);
  }

  #note(fault: string): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }
}

/** Whether more than so many purchases are not settled. */
async function hasMoreThan(database: PostgresDatabase, count: number): Promise<boolean> {
  return (await database.run({ text: UNSETTLED }, [])).length > count;
}
