import { SolanoError } from '@solano/domain/kernel';
import type {
  ConnectionListener,
  Job,
  JobQueue,
  WorkerConnection,
  WorkerReport,
} from '@solano/domain/service';
import { MemoryDatabase, MemoryJobQueue } from '@solano/memory';
import { type Host, WallClock } from './host.ts';
import type { Setting } from './setting.ts';

/** After this long without a response a statement has failed. */
const QUERY_TIMEOUT_MS = 4_000;
/** The server gives up on the connection of a client that is frozen or cut off. */
const SESSION_MS = 4_500;
/** Reports of a worker are on the disk after this time at the latest. */
const FLUSH_MS = 600;

type Lose = () => Promise<void>;

/**
 * The database as a server elsewhere: statements and their responses are lost on the way, it goes
 * away and comes back, and a crash takes back what workers wrote last, as their sessions do not wait
 * for the disk.
 */
export class SimulatedDatabase {
  readonly memory = new MemoryDatabase();
  readonly clock: WallClock;
  readonly #setting: Setting;
  readonly #queue: MemoryJobQueue;
  readonly #connections = new Map<ServerConnection, Lose>();
  #unflushed: { readonly at: number; readonly undo: () => void }[] = [];
  #isUp = true;
  /** Statements that have not arrived yet. */
  inFlight = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.clock = new WallClock(setting.scheduler);
    this.#queue = new MemoryJobQueue(this.memory, this.clock.now);
  }

  /** Does a statement of a process, in one commit. Errors: `store_unavailable`, whether it was done or not. */
  call<T>(host: Host, work: () => Promise<T>): Promise<T> {
    const { random, scheduler, faults } = this.#setting;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fail = (ms: number) => host.after(ms, () => reject(unavailable()));
    const respond = (settle: () => void) => {
      if (host.isCut || random.chance(faults.database.responseLost)) fail(QUERY_TIMEOUT_MS);
      else if (random.chance(0.7)) host.after(0, settle);
      else host.after(random.between(0, faults.latencyMs), settle);
    };
    const arrive = () => {
      if (!this.#isUp) return fail(random.between(0, 100));
      work().then(
        (value) => respond(() => resolve(value)),
        (error: Error) => respond(() => reject(error)),
      );
    };
    if (host.isCut || random.chance(faults.database.lost)) fail(QUERY_TIMEOUT_MS);
    else if (random.chance(0.5)) arrive();
    // It arrives even where its sender does not live to see it.
    else {
      this.inFlight += 1;
      scheduler.after(random.between(0, faults.latencyMs), () => {
        this.inFlight -= 1;
        arrive();
      });
    }
    return promise;
  }

  /** Statements that wait for the disk bring all to it that was written before them. */
  flush(): void {
    this.#unflushed = [];
  }

  /** The stores of a process over its connections. */
  connect<Store extends object>(host: Host, store: Store): Store {
    const call = <T>(work: () => Promise<T>) => this.call(host, work);
    return new Proxy(store, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => {
          return call(() => {
            this.flush();
            return Reflect.apply(method, target, args);
          });
        };
      },
    });
  }

  /** The queue of a process. */
  queue(host: Host): JobQueue {
    const { bug } = this.#setting;
    const queue: JobQueue = {
      add: (jobs, entry) => this.call(host, () => this.#queue.add(jobs, entry)),
      open: (listener) => this.call(host, () => this.#open(host, listener)),
    };
    return bug.queue?.(queue) ?? queue;
  }

  /** Ends the connections of a process, as the server does when it sees that it is gone. */
  loseConnections(host: Host): void {
    for (const [connection, lose] of this.#connections) if (connection.host === host) void lose();
  }

  /** @param isCrash what workers wrote in the last moments may be gone. */
  stop(isCrash: boolean): void {
    this.#isUp = false;
    for (const lose of this.#connections.values()) void lose();
    if (!isCrash) return;
    const { random, scheduler } = this.#setting;
    const from = scheduler.now - random.between(0, FLUSH_MS);
    for (const { at, undo } of this.#unflushed.reverse()) if (at >= from) undo();
  }

  start(): void {
    this.#isUp = true;
    this.flush();
  }

  async #open(host: Host, listener: ConnectionListener): Promise<WorkerConnection> {
    const { bug } = this.#setting;
    const inner = await this.#queue.open(this.#atDistance(host, listener));
    const planted = bug.connection?.(inner, this.memory) ?? inner;
    const connection = new ServerConnection(host, planted, this.#setting.ledger);
    const end = async (how: Lose) => {
      if (!this.#connections.delete(connection)) return;
      this.#setting.ledger.connectionEnded(connection);
      await how();
    };
    this.#connections.set(connection, () => end(() => inner.lose()));
    return {
      reportAndClaim: (report) => this.#reportAndClaim(connection, report, listener),
      close: () => this.call(host, () => end(() => inner.close())).catch(() => {}),
    };
  }

  async #reportAndClaim(
    connection: ServerConnection,
    report: WorkerReport,
    listener: ConnectionListener,
  ): Promise<Job[]> {
    try {
      return await this.call(connection.host, () => this.#reportAndClaimHere(connection, report));
    } catch (error) {
      // Whether it was done is not known; the server sees the end of the connection in its time.
      const { random, scheduler } = this.#setting;
      const lose = this.#connections.get(connection);
      if (lose) scheduler.after(random.between(0, SESSION_MS), () => void lose());
      listener.onLost(error);
      throw error;
    }
  }

  async #reportAndClaimHere(connection: ServerConnection, report: WorkerReport): Promise<Job[]> {
    const before = [...report.ended, ...report.saved, ...report.due].map(({ kind, subject }) => {
      const name = `${kind} ${subject}`;
      const row = this.memory.jobs.get(name);
      return { name, row: row && { ...row, job: { ...row.job }, holder: undefined } };
    });
    const taken = await connection.reportAndClaim(report);
    const at = this.#setting.scheduler.now;
    for (const { name, row } of before) {
      if (!row) continue;
      this.#unflushed.push({ at, undo: () => this.memory.jobs.set(name, row) });
    }
    return taken;
  }

  /** Hears what the server says: of work perhaps, of its end for certain. */
  #atDistance(host: Host, listener: ConnectionListener): ConnectionListener {
    const { random } = this.#setting;
    let isOnItsWay = false;
    return {
      onWork: () => {
        const { faults } = this.#setting;
        if (isOnItsWay || random.chance(faults.notificationLost)) return;
        isOnItsWay = true;
        host.after(random.between(0, faults.latencyMs), () => {
          isOnItsWay = false;
          listener.onWork();
        });
      },
      onLost: (error) => {
        host.after(random.between(0, 1_000), () => listener.onLost(error));
      },
    };
  }
}

/** A connection as the server has it: the ledger learns who holds which job. */
export class ServerConnection {
  readonly host: Host;
  readonly #connection: WorkerConnection;
  readonly #observer: ReportObserver;

  constructor(host: Host, connection: WorkerConnection, observer: ReportObserver) {
    this.host = host;
    this.#connection = connection;
    this.#observer = observer;
  }

  async reportAndClaim(report: WorkerReport): Promise<Job[]> {
    const taken = await this.#connection.reportAndClaim(report);
    this.#observer.reported(this, report, taken);
    return taken;
  }
}

export interface ReportObserver {
  reported(connection: object, report: WorkerReport, taken: readonly Job[]): void;
}

function unavailable(): SolanoError {
  return new SolanoError('store_unavailable', 'The simulated database does not answer.');
}
