import { type Log, SolanoError } from '@solano/domain/kernel';
import type {
  Job,
  JobClaim,
  JobKey,
  JobQueue,
  Outcome,
  SavedJob,
  Task,
  WorkerConnection,
  WorkerReport,
} from './job.ts';
import { advance } from './job.ts';

/** How often jobs are polled that no notification announced, and that the clock makes due. */
const POLL_INTERVAL_MS = 1_000;
/** How long a worker that closes waits for the steps that are under way. */
const GRACE_PERIOD_MS = 5_000;
/** The pause after a connection that could not be opened, or was lost: it grows until one is open. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** Pauses of jobs that this process counts by its own timers; others end by the queue's clock. */
const MAX_TIMERS = 10_000;

/** Runs things after a time that no step of the wall clock changes. */
export interface Timers {
  /** Calls once, `ms` from now. Returns what cancels it. */
  after(ms: number, run: () => void): () => void;
}

export interface WorkerDeps {
  readonly queue: JobQueue;
  readonly tasks: readonly Task[];
  readonly timers: Timers;
  readonly log: Log;
}

/** Outcomes that are not reported to the queue yet. */
interface Unreported {
  ended: JobKey[];
  saved: SavedJob[];
}

/**
 * Does the jobs of a queue, as one of any number of workers. Whatever ends its connection, it opens
 * another.
 */
export class JobWorker {
  readonly #deps: WorkerDeps;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #serving: Promise<void>;
  /** Fulfilled when its first connection is open, or could not be opened. */
  readonly began: Promise<void>;
  readonly #hasBegun: () => void;
  /** Jobs whose step is under way in this process, also those of connections that were lost. */
  readonly #running = new Map<string, { readonly job: Job; readonly done: Promise<void> }>();
  /** The jobs that the connection holds. */
  readonly #inFlight = new Map<string, Job>();
  readonly #lastLanes = new Map<string, string>();
  readonly #timers = new Map<string, () => void>();
  #due: WorkerReport['due'][number][] = [];
  #unreported: Unreported = { ended: [], saved: [] };
  #connection: WorkerConnection | undefined;
  #isClosing = false;
  /** Whether a notification or the poll has requested a claim since the last one. */
  #isPollRequested = true;
  /** Whether the next claim looks for what the clock makes due. */
  #isPolling = true;
  #cancelPoll = () => {};
  #wakeUp = () => {};

  /** Begins at once, without waiting for the queue: one that is not available is retried, and logged once. */
  static start(deps: WorkerDeps): JobWorker {
    return new JobWorker(deps);
  }

  private constructor(deps: WorkerDeps) {
    this.#deps = deps;
    this.#tasks = new Map(deps.tasks.map((task) => [task.kind, task]));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.began = promise;
    this.#hasBegun = resolve;
    this.#serving = this.#keepServing();
  }

  /** Errors: `engine_unavailable` while this worker has no connection. */
  async check(): Promise<void> {
    if (this.#connection) return;
    throw new SolanoError('engine_unavailable', 'This process does not work on jobs.');
  }

  /** Starts no more jobs, waits a few seconds for running steps, and releases the rest. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    await this.#serving;
  }

  async #keepServing(): Promise<void> {
    const { log } = this.#deps;
    let pauseMs = MIN_PAUSE_MS;
    let isLogged = false;
    while (!this.#isClosing) {
      try {
        await this.#serve(() => {
          pauseMs = MIN_PAUSE_MS;
          isLogged = false;
          this.#hasBegun();
        });
      } catch (err) {
        if (this.#isClosing) break;
        if (!isLogged) log.error({ err }, 'the job queue is not available: retrying');
        isLogged = true;
        this.#hasBegun();
        await this.#pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
      }
    }
    for (const cancel of this.#timers.values()) cancel();
    this.#hasBegun();
  }

  /** Works until it is closed, or the connection is lost: throws why. */
  async #serve(begun: () => void): Promise<void> {
    const { queue, log } = this.#deps;
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => {});
    const listener = { onWork: () => this.#wake(), onLost: lost.reject };
    await queue.add(this.#deps.tasks.flatMap(({ initialJobs }) => initialJobs?.() ?? []));
    const connection = await queue.open(listener);
    try {
      this.#connection = connection;
      log.info({}, 'this process works on jobs');
      begun();
      this.#isPolling = true;
      await Promise.race([lost.promise, this.#work(connection)]);
    } finally {
      this.#cancelPoll();
      this.#connection = undefined;
      this.#inFlight.clear();
      this.#unreported = { ended: [], saved: [] };
      await connection.close();
    }
  }

  async #work(connection: WorkerConnection): Promise<void> {
    const { timers } = this.#deps;
    let isLate = false;
    let cancel: (() => void) | undefined;
    while (this.#connection === connection) {
      this.#isPollRequested = false;
      await this.#reportAndClaim(connection);
      // Another connection's loop may wait already, and only one waiter can be woken up.
      if (this.#connection !== connection) break;
      if (this.#isClosing) {
        cancel ??= timers.after(GRACE_PERIOD_MS, () => {
          isLate = true;
          this.#wake();
        });
        if ((isLate || this.#running.size === 0) && !this.#hasUnreported()) break;
      }
      await this.#untilPollRequested();
    }
    cancel?.();
  }

  async #reportAndClaim(connection: WorkerConnection): Promise<void> {
    const unreported = this.#unreported;
    const due = this.#due;
    const claims = this.#isClosing ? [] : this.#claims();
    this.#unreported = { ended: [], saved: [] };
    this.#due = [];
    if (this.#isPolling) this.#planPoll();
    const claimed = { ...unreported, due, claims };
    const taken = await connection.reportAndClaim(claimed).catch((error: unknown) => {
      // These pauses are over for the next connection as well: the queue's clock may have stepped.
      this.#due.push(...due);
      throw error;
    });
    for (const saved of unreported.saved) this.#setTimer(saved);
    if (this.#connection !== connection) return;
    for (const job of taken) this.#take(job);
  }

  #claims(): JobClaim[] {
    const claims = this.#deps.tasks.map(
      ({ kind, concurrency, concurrencyPerLane = Infinity, maxDelayMs }) => ({
        kind,
        limit: Math.max(0, concurrency - this.#count(kind)),
        concurrencyPerLane,
        afterLane: this.#lastLanes.get(kind) ?? '',
        ...(this.#isPolling && { maxDelayMs }),
      }),
    );
    return claims.filter(({ limit }) => limit > 0);
  }

  #count(kind: string): number {
    let count = 0;
    for (const { job } of this.#running.values()) if (job.kind === kind) count += 1;
    return count;
  }

  #take(job: Job): void {
    const name = nameOf(job);
    this.#lastLanes.set(job.kind, job.lane);
    this.#inFlight.set(name, job);
    const earlier = this.#running.get(name);
    // Still under way since a connection that was lost: it is not done twice at a time.
    if (!earlier) this.#start(job);
    else if (!isSame(earlier.job, job)) {
      void earlier.done.then(() => {
        if (this.#inFlight.get(name) === job) this.#start(job);
      });
    }
  }

  #start(job: Job): void {
    const name = nameOf(job);
    const task = this.#tasks.get(job.kind) as Task;
    const done = this.#turn(task, job).then(({ last, outcome }) => {
      this.#running.delete(name);
      if (this.#holds(job)) this.#record(task, last, outcome);
      this.#wake();
    });
    this.#running.set(name, { job, done });
  }

  #holds(job: Job): boolean {
    const inFlight = this.#inFlight.get(nameOf(job));
    return inFlight !== undefined && isSame(inFlight, job);
  }

  /**
   * Does a step, and those that follow in the same turn; a worker that closes, or has lost the job,
   * begins no other.
   */
  async #turn(task: Task, job: Job): Promise<{ last: Job; outcome: Outcome }> {
    let last = job;
    for (;;) {
      const outcome = await outcomeOf(task, last);
      const next = 'next' in outcome ? outcome.next : undefined;
      if (!next?.isSameTurn || this.#isClosing || !this.#holds(job)) return { last, outcome };
      const { step, reason = '' } = next;
      last = { ...last, step, reason, attempt: 1 };
    }
  }

  #record(task: Task, job: Job, outcome: Outcome): void {
    this.#inFlight.delete(nameOf(job));
    const saved = advance(task, job, outcome);
    if (saved) this.#unreported.saved.push(saved);
    else this.#unreported.ended.push({ kind: job.kind, subject: job.subject });
  }

  #hasUnreported(): boolean {
    return this.#unreported.ended.length + this.#unreported.saved.length > 0;
  }

  /** Pauses are timed in this process: a step of the queue's clock does not prolong them. */
  #setTimer({ kind, subject, attempt, due }: SavedJob): void {
    if (due === 'now' || !('afterMs' in due)) return;
    const name = nameOf({ kind, subject });
    this.#timers.get(name)?.();
    if (this.#timers.size >= MAX_TIMERS && !this.#timers.has(name)) return;
    const over = () => {
      this.#timers.delete(name);
      this.#due.push({ kind, subject, attempt });
      this.#wake();
    };
    this.#timers.set(name, this.#deps.timers.after(due.afterMs, over));
  }

  /** The next poll, whatever is announced until then: claims in between do not put it off. */
  #planPoll(): void {
    this.#isPolling = false;
    this.#cancelPoll();
    this.#cancelPoll = this.#deps.timers.after(POLL_INTERVAL_MS, () => {
      this.#isPolling = true;
      this.#wake();
    });
  }

  #wake(): void {
    this.#isPollRequested = true;
    this.#wakeUp();
  }

  async #untilPollRequested(): Promise<void> {
    if (this.#isPollRequested) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakeUp = resolve;
    await promise;
  }

  /** Waits for this time, or until this worker closes. */
  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakeUp = () => {
      if (this.#isClosing) resolve();
    };
    const cancel = this.#deps.timers.after(ms, resolve);
    await promise;
    cancel();
  }
}

async function outcomeOf(task: Task, job: Job): Promise<Outcome> {
  try {
    return { next: await task.step(job) };
  } catch (error) {
    return { error };
  }
}

function nameOf({ kind, subject }: JobKey): string {
  return `${kind} ${subject}`;
}

function isSame(a: Job, b: Job): boolean {
  return a.step === b.step && a.attempt === b.attempt;
}
