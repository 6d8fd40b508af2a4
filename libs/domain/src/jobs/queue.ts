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
   * Begins the session of a worker. The jobs of a session that has ended, however it ended, are free
   * for others within five seconds, in the state in which they were taken.
   */
  open(listener: SessionListener): Promise<JobSession>;
}

export interface SessionListener {
  /** Jobs may be due that this worker has not looked for. Calls may be lost: a worker polls too. */
  onWork(): void;
  /** The session has ended by itself. */
  onLost(error: unknown): void;
}

/** One worker's hold on its jobs. */
export interface JobSession {
  /**
   * Records the outcome of jobs, makes others due, and takes as many as there is room for, all
   * of it or nothing. What is said of a job that the session does not hold (any more) changes
   * nothing. Jobs that are added first come first; lanes take turns.
   */
  turn(turn: Turn): Promise<Job[]>;
  /** Ends the session: jobs that it holds are free. */
  close(): Promise<void>;
}

export interface Turn {
  readonly ended: readonly JobKey[];
  readonly saved: readonly SavedJob[];
  /** Jobs whose pause is over; one with another attempt by now is left alone. */
  readonly due: readonly (JobKey & Pick<Job, 'attempt'>)[];
  readonly rooms: readonly Room[];
}

/** How many jobs of a kind are wanted. */
export interface Room {
  readonly kind: string;
  readonly limit: number;
  /** Jobs of one lane under way at a time in all sessions together; Infinity: any number. */
  readonly perLane: number;
  /** The lane that had its turn last: the next one is first. */
  readonly afterLane: string;
  /**
   * In ms: whatever the queue's clock says of when a job is due, one that would have to wait for
   * longer is due, as that clock has stepped back. Infinity: the clock is followed. Left out: jobs
   * that wait for the clock are not looked for in this turn.
   */
  readonly maxDelayMs?: number;
}

/** Runs things after a time that no step of the wall clock changes. */
export interface Timers {
  /** Calls once, `ms` from now. Returns what cancels it. */
  after(ms: number, run: () => void): () => void;
}
