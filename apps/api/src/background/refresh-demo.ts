import {
  addDemoHistory,
  type DemoDeps,
  type DemoDeskDeps,
  findDemo,
  prepareDemo,
  refreshDemoDesk,
  refreshDemoEnergy,
} from '@solano/demo';
import { HOUR_MS, type Log, MINUTE_MS } from '@solano/domain/kernel';
import {
  type AuditSource,
  issueSignInCode,
  keyIdOf,
  type SignInDeps,
} from '@solano/domain/service';
import { startIntervalJob } from './interval-job.ts';

/** The author of changes that the service makes by itself. */
const SERVICE: AuditSource = { actor: 'service', origin: '', requestId: null };

/** The pause before a failed refresh is retried. */
const RETRY_MS = MINUTE_MS;
/** Predictions reach ten days ahead: a few refreshes may fail. */
const REFRESH_MS = 6 * HOUR_MS;
/** What the demonstration measured, expected and bought comes once a day each. */
const HISTORY_MS = 10 * MINUTE_MS;
/** The first requests after a start go before the refresh, which takes some tenths of a second of CPU. */
const FIRST_AFTER_MS = 1_000;
const FAILURE = 'could not bring the demonstration up to date';

/** Whether there is a demonstration, and how a browser signs in to it. */
export interface DemoState {
  readonly isPrepared: boolean;
  /** The code of a sign-in link; undefined if the demo's key is not known. */
  readonly code?: string | undefined;
}

export interface Demo {
  readonly state: DemoState;
  /** Brings its data up to date from now on, until it is disposed. */
  start(): AsyncDisposable;
}

/** What the demonstration is made in, and what its sign-in link needs. */
export type DemoStores = DemoDeps & DemoDeskDeps & SignInDeps & { readonly log: Log };

/**
 * Creates the demonstration if it is missing. A failure is logged and retried: a store that is full
 * or unavailable does not stop the service. An existing demonstration is refreshed soon after the
 * service listens.
 */
export async function openDemo(deps: DemoStores): Promise<Demo> {
  const refresher = new DemoRefresher(deps);
  const start = () => refresher.start();
  // A code shows that the demonstration exists, as it does at all starts but the first.
  const known = await signInCode(deps).catch(() => undefined);
  if (known !== undefined) return { state: { isPrepared: true, code: known }, start };
  if (!(await refresher.prepareIfMissing())) return { state: { isPrepared: false }, start };
  const code = await signInCode(deps).catch((err: unknown) => {
    deps.log.warn({ err }, 'the sign-in link could not be made');
    return undefined;
  });
  return { state: { isPrepared: true, code }, start };
}

class DemoRefresher {
  readonly #deps: DemoStores;
  /** When data and history are brought up to date again, by the clock of `performance`. */
  #dueAt = 0;
  #historyDueAt = 0;
  #isPrepared = false;
  /** The part of the desk's last year that comes next: the newest first; undefined after the oldest. */
  #part: number | undefined = 0;
  #isEnding = false;

  constructor(deps: DemoStores) {
    this.#deps = deps;
  }

  /** Returns whether there is a demonstration; a failure is logged. */
  async prepareIfMissing(): Promise<boolean> {
    const { log } = this.#deps;
    try {
      if (!(await findDemo(this.#deps))) await this.#prepare();
      return true;
    } catch (err) {
      log.warn({ err }, FAILURE);
      this.#dueAt = performance.now() + RETRY_MS;
      return false;
    }
  }

  /** Brings everything up to date from now on, until it is disposed. */
  start(): AsyncDisposable {
    const { log } = this.#deps;
    const job = { everyMs: RETRY_MS, firstAfterMs: FIRST_AFTER_MS, log, failure: FAILURE };
    const running = startIntervalJob(job, async () => {
      await this.#prepare();
      await this.#refreshHistory();
      await this.#addHistory();
    });
    return {
      [Symbol.asyncDispose]: async () => {
        this.#isEnding = true;
        await running[Symbol.asyncDispose]();
      },
    };
  }

  async #prepare(): Promise<void> {
    if (performance.now() < this.#dueAt) return;
    this.#dueAt = performance.now() + RETRY_MS;
    await prepareDemo(this.#deps, SERVICE);
    this.#isPrepared = true;
    this.#dueAt = performance.now() + REFRESH_MS;
  }

  /** Four hundred days of measurements do not delay the start of listening. */
  async #refreshHistory(): Promise<void> {
    if (!this.#isPrepared || performance.now() < this.#historyDueAt) return;
    this.#historyDueAt = performance.now() + RETRY_MS;
    await refreshDemoEnergy(this.#deps, SERVICE);
    await refreshDemoDesk(this.#deps, SERVICE);
    this.#historyDueAt = performance.now() + HISTORY_MS;
  }

  async #addHistory(): Promise<void> {
    while (this.#isPrepared && this.#part !== undefined && !this.#isEnding) {
      this.#part = await addDemoHistory(this.#deps, SERVICE, this.#part);
    }
  }
}

/** The code of a sign-in link, if the demo's key is known. */
async function signInCode(
  deps: Pick<DemoStores, 'keyFile'> & SignInDeps,
): Promise<string | undefined> {
  const keyId = keyIdOf((await deps.keyFile.read()) ?? '');
  return keyId === undefined ? undefined : issueSignInCode(deps, keyId);
}
