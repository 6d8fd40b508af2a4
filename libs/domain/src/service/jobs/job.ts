import type { AuditEntry } from '../audit/audit.ts';
import { attemptsWithin, backOff, isTransient, type Retries } from './retries.ts';

/** The kinds of jobs that stores add by themselves. */
export const PURCHASE_JOB = 'purchase';
export const MESSAGE_JOB = 'message';
export const BACKTEST_JOB = 'backtest';
export const FORECAST_JOB = 'first-forecasts';

/** Names a job: there is at most one of a kind for a subject. */
export interface JobKey {
  readonly kind: string;
  readonly subject: string;
}

/** Something that is to be done, step by step, whichever process does it. */
export interface Job extends JobKey {
  /** Lanes take turns; a lane's own jobs are done in the order in which they were added. */
  readonly lane: string;
  /** The next step, by the task's own names; empty at first. */
  readonly step: string;
  /** A text that an earlier step has left for this one. */
  readonly reason: string;
  /** Number of the step's next attempt, counting from 1. */
  readonly attempt: number;
}

/** When a job is to be taken: at once, after a time, or when the clock of this process shows an instant. */
type Due = 'now' | { readonly afterMs: number } | { readonly at: Date };

/** The next step, or the end of the job. */
export interface Next {
  readonly step: string;
  readonly reason?: string;
  /** Left out: now. */
  readonly due?: Due;
  /** Done in the same turn, without being stored: a worker that dies in it leaves the step before. */
  readonly isSameTurn?: boolean;
}

/** A job as it is returned, to continue when it is due. */
export interface SavedJob extends Omit<Job, 'lane'> {
  readonly due: Due;
}

/** How jobs of one kind are executed. */
export interface Task {
  readonly kind: string;
  /** Jobs under way at a time in one process. */
  readonly concurrency: number;
  /** Jobs of one lane under way at a time in all processes together; undefined: any number. */
  readonly concurrencyPerLane?: number;
  readonly retries: Retries;
  /** The longest that a job waits for its time, in ms. */
  readonly maxDelayMs: number;
  /** Jobs that are always there: added, where they are missing, whenever a worker begins. */
  readonly initialJobs?: () => readonly NewJob[];
  /** Does the job's step. Returns what follows; undefined: the job has ended. May be repeated. */
  step(job: Job): Promise<Next | undefined>;
  /** The step after one that failed for good, or was retried for long enough. */
  giveUp(job: Job, error: unknown): Next | undefined;
}

/** A job that is due at once. */
export interface NewJob extends JobKey {
  /** Not empty. */
  readonly lane: string;
}

/** The subject of the job that is of all customers. */
const ALL_CUSTOMERS = 'all';

/**
 * The job that makes the first forecasts of plants.
 *
 * @param customerId whose; left out: of all customers.
 */
export function forecastJob(customerId = ALL_CUSTOMERS): NewJob {
  return { kind: FORECAST_JOB, subject: customerId, lane: customerId };
}

/** How a step ended. */
export type Outcome = { readonly next: Next | undefined } | { readonly error: unknown };

/** Keeps jobs, and gives each to one worker at a time. Errors: `store_unavailable`. */
export interface JobQueue {
  /**
   * Adds jobs, all or none. One that is there already stays as it is, but that it is due; one that
   * is under way is left alone.
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
   * nothing. A report of a job that the connection has not claimed (any more) changes nothing. Jobs
   * that are added first come first; lanes take turns.
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
   * longer is due, as that clock has stepped back. Left out: jobs that wait for the clock are not
   * looked for this time.
   */
  readonly maxDelayMs?: number;
}

/**
 * The job after its step; undefined: it has ended. This is the one retry policy: a transient
 * failure is retried for as many attempts as the task says, any other not at all.
 */
export function advance(
  task: Pick<Task, 'retries' | 'giveUp'>,
  job: Job,
  outcome: Outcome,
): SavedJob | undefined {
  if ('next' in outcome) return moved(job, outcome.next);
  const { error } = outcome;
  if (isGivenUp(task.retries, job, error)) return moved(job, task.giveUp(job, error));
  const { kind, subject, step, reason, attempt } = job;
  const due = { afterMs: backOff(task.retries, attempt) };
  return { kind, subject, step, reason, attempt: attempt + 1, due };
}

function isGivenUp(retries: Retries, job: Job, error: unknown): boolean {
  return !isTransient(error) || job.attempt >= attemptsWithin(retries, retries.forMs);
}

function moved({ kind, subject }: Job, next: Next | undefined): SavedJob | undefined {
  if (!next) return undefined;
  const { step, reason = '', due = 'now' } = next;
  return { kind, subject, step, reason, attempt: 1, due };
}
