import { type Clock, SolanoError } from '@solano/domain/kernel';
import type {
  AuditEntry,
  ConnectionListener,
  Job,
  JobClaim,
  JobKey,
  JobQueue,
  NewJob,
  SavedJob,
  WorkerConnection,
  WorkerReport,
} from '@solano/domain/service';
import { copied } from '../copied.ts';
import { type JobRow, jobName, type MemoryDatabase } from '../database.ts';

/** The jobs of a memory database, which those that its stores add are among. */
export class MemoryJobQueue implements JobQueue {
  readonly #database: MemoryDatabase;
  readonly #clock: Clock;

  constructor(database: MemoryDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async add(jobs: readonly NewJob[], entry?: AuditEntry): Promise<void> {
    if (jobs.length === 0) return;
    this.#database.audited(entry, () => this.#database.addJobs(jobs));
  }

  async open(listener: ConnectionListener): Promise<MemoryWorkerConnection> {
    return new MemoryWorkerConnection(this.#database, this.#clock, listener);
  }
}

export class MemoryWorkerConnection implements WorkerConnection {
  readonly #database: MemoryDatabase;
  readonly #clock: Clock;
  readonly #listener: ConnectionListener;

  constructor(database: MemoryDatabase, clock: Clock, listener: ConnectionListener) {
    this.#database = database;
    this.#clock = clock;
    // An object of its own, by which the jobs know it.
    this.#listener = { onWork: () => listener.onWork(), onLost: (err) => listener.onLost(err) };
    database.listeners.add(this.#listener);
  }

  async reportAndClaim({ ended, saved, due, claims }: WorkerReport): Promise<Job[]> {
    if (!this.#database.listeners.has(this.#listener)) throw over();
    const { jobs } = this.#database;
    for (const key of ended) if (this.#holds(key)) this.#end(key);
    for (const job of saved) if (this.#holds(job)) this.#save(job);
    for (const { attempt, ...key } of due) {
      const row = jobs.get(jobName(key));
      if (row?.job.attempt === attempt) row.runAt = null;
    }
    return copied(claims.flatMap((claim) => this.#take(claim)));
  }

  async close(): Promise<void> {
    const { jobs, listeners } = this.#database;
    listeners.delete(this.#listener);
    for (const row of jobs.values()) {
      if (row.holder === this.#listener) this.#database.release(row);
    }
    for (const listener of listeners) listener.onWork();
  }

  /** Ends the connection as a lost connection does. */
  async lose(): Promise<void> {
    await this.close();
    this.#listener.onLost(over());
  }

  #holds(key: JobKey): boolean {
    return this.#database.jobs.get(jobName(key))?.holder === this.#listener;
  }

  #end(key: JobKey): void {
    const name = jobName(key);
    const row = this.#database.jobs.get(name) as JobRow;
    if (row.isAskedAgain) this.#database.release(row);
    else this.#database.jobs.delete(name);
  }

  #save({ due, ...job }: SavedJob): void {
    const row = this.#database.jobs.get(jobName(job)) as JobRow;
    Object.assign(row.job, copied(job));
    row.runAt = this.#runAt(due);
    this.#database.release(row);
  }

  #runAt(due: SavedJob['due']): number | null {
    if (due === 'now') return null;
    return 'at' in due ? due.at.getTime() : this.#clock().getTime() + due.afterMs;
  }

  #take(claim: JobClaim): Job[] {
    const rows = [...this.#database.jobs.values()].filter(({ job }) => job.kind === claim.kind);
    if (claim.maxDelayMs !== undefined) this.#makeDue(rows, claim.maxDelayMs);
    const lanes = this.#lanesInTurn(rows, claim);
    const taken: Job[] = [];
    // One of each lane, then a second of each, and so on.
    for (let isTaking = true; isTaking; ) {
      isTaking = false;
      for (const lane of lanes.values()) {
        const row = lane.under < claim.concurrencyPerLane ? lane.waiting.shift() : undefined;
        if (!row || taken.length === claim.limit) continue;
        row.holder = this.#listener;
        lane.under += 1;
        taken.push(row.job);
        isTaking = true;
      }
    }
    return taken;
  }

  #makeDue(rows: readonly JobRow[], maxDelayMs: number): void {
    const now = this.#clock().getTime();
    for (const row of rows) {
      if (row.runAt !== null && (row.runAt <= now || row.runAt > now + maxDelayMs))
        row.runAt = null;
    }
  }

  /** The lanes with jobs that are due, beginning after the one that was last. */
  #lanesInTurn(rows: readonly JobRow[], { afterLane }: JobClaim) {
    const lanes = new Map<string, { under: number; waiting: JobRow[] }>();
    const names = [...new Set(rows.map(({ job }) => job.lane))].toSorted();
    const later = names.filter((name) => name > afterLane);
    for (const name of [...later, ...names.filter((each) => each <= afterLane)]) {
      const own = rows.filter(({ job }) => job.lane === name);
      const waiting = own.filter(({ holder, runAt }) => !holder && runAt === null);
      lanes.set(name, { under: own.filter(({ holder }) => holder).length, waiting });
    }
    return lanes;
  }
}

function over(): SolanoError {
  return new SolanoError('store_unavailable', 'The connection has ended.');
}
