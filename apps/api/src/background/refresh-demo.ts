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
  let due = 0;
  let isPrepared = false;
  const prepare = async () => {
    if (performance.now() < due) return;
    due = performance.now() + RETRY_MS;
    await prepareDemo(deps, SERVICE);
    isPrepared = true;
    due = performance.now() + REFRESH_MS;
  };
  // Four hundred days of measurements do not delay the start of listening.
  let historyDue = 0;
  const refreshHistory = async () => {
    if (!isPrepared || performance.now() < historyDue) return;
    historyDue = performance.now() + RETRY_MS;
    await refreshDemoEnergy(deps, SERVICE);
    await refreshDemoDesk(deps, SERVICE);
    historyDue = performance.now() + HISTORY_MS;
  };
  /** Of the desk's last year: the newest comes first, the others one after the other. */
  let part: number | undefined = 0;
  let isEnding = false;
  const addHistory = async () => {
    while (isPrepared && part !== undefined && !isEnding)
      part = await addDemoHistory(deps, SERVICE, part);
  };
  const prepareIfMissing = async () => {
    try {
      if (!(await findDemo(deps))) await prepare();
      return true;
    } catch (err) {
      deps.log.warn({ err }, FAILURE);
      due = performance.now() + RETRY_MS;
      return false;
    }
  };
  const times = { everyMs: RETRY_MS, firstAfterMs: FIRST_AFTER_MS };
  const job = { ...times, log: deps.log, failure: FAILURE };
  const start = () => {
    const running = startIntervalJob(job, async () => {
      await prepare();
      await refreshHistory();
      await addHistory();
    });
    return {
      async [Symbol.asyncDispose]() {
        isEnding = true;
        await running[Symbol.asyncDispose]();
      },
    };
  };
  // A code shows that the demonstration exists, as it does at all starts but the first.
  const known = await signInCode(deps).catch(() => undefined);
  if (known !== undefined) return { state: { isPrepared: true, code: known }, start };
  if (!(await prepareIfMissing())) return { state: { isPrepared: false }, start };
  const code = await signInCode(deps).catch((err: unknown) => {
    deps.log.warn({ err }, 'the sign-in link could not be made');
    return undefined;
  });
  return { state: { isPrepared: true, code }, start };
}

/** The code of a sign-in link, if the demo's key is known. */
async function signInCode(
  deps: Pick<DemoStores, 'keyFile'> & SignInDeps,
): Promise<string | undefined> {
  const keyId = keyIdOf((await deps.keyFile.read()) ?? '');
  return keyId === undefined ? undefined : issueSignInCode(deps, keyId);
}
