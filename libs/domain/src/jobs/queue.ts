import type { AuditEntry } from '../audit/audit.ts';
import type { Job, JobKey, NewJob, SavedJob } from './job.ts';

/** Keeps jobs, and gives each to one worker at a time. Errors: `store_unavailable`. */
export interface JobQueue {
  /**
   * Adds jobs, all or none. One that is there already stays as it is, but that it is due at the
   * earlier of the two times; one that is under way is left alone.
   *
   * @param entry is stored along with the jobs, or neither is.
   */
  add(jobs: readonly NewJob[], entry?: AuditEntry): Promise<void>;
  /**
   * Opens the connection of a worker. The jobs of a connection that has ended, however it ended, are
   * free for others within five seconds, in the state in which they were taken.
   */
  open(listener: ConnectionListener): Promise<WorkerConnection>;
}

export interface ConnectionListener {
  /** Jobs may be due that this worker has not looked for. Calls may be lost: a worker polls too. */
  onWork(): void;
  /** The connection has ended by itself. */
  onLost(error: unknown): void;
}

/** One worker's hold on its jobs. */
export interface WorkerConnection {
  /**
   * Records the outcome of jobs, makes others due, and takes as many as are claimed, all of it or
   * nothing. What is reported of a job that the connection does not hold (any more) changes
   * nothing. Jobs that are added first come first; lanes take turns.
   */
  reportAndClaim(report: WorkerReport): Promise<Job[]>;
  /** Ends the connection: jobs that it holds are free. */
  close(): Promise<void>;
}

export interface WorkerReport {
  readonly ended: readonly JobKey[];
  readonly saved: readonly SavedJob[];
  /** Jobs whose pause is over; one with another attempt by now is left alone. */
  readonly due: readonly (JobKey & Pick<Job, 'attempt'>)[];
  readonly claims: readonly JobClaim[];
}

/** How many jobs of a kind a worker has capacity for. */
export interface JobClaim {
  readonly kind: string;
  readonly limit: number;
  /** Jobs of one lane under way at a time in all connections together; Infinity: any number. */
  readonly concurrencyPerLane: number;
  /** The lane that had its turn last: the next one is first. */
  readonly afterLane: string;
  /**
   * In ms: whatever the queue's clock says of when a job is due, one that would have to wait for
   * longer is due, as that clock has stepped back. Infinity: the clock is followed. Left out: jobs
   * that wait for the clock are not looked for this time.
   */
  readonly maxDelayMs?: number;
}

/** Runs things after a time that no step of the wall clock changes. */
export interface Timers {
  /** Calls once, `ms` from now. Returns what cancels it. */
  after(ms: number, run: () => void): () => void;
}
