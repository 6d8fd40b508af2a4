import { setTimeout as pause } from 'node:timers/promises';
import { checkCallback, isSolanoError, type Log, type PurchaseCallback } from '@solano/domain';

/** An API that starts at the same time, or the proxy before it, has so long to be ready. */
const ATTEMPTS = 6;
const PAUSE_MS = 5_000;

interface CallbackCheckDeps {
  readonly callback: PurchaseCallback;
  readonly newId: () => string;
  readonly log: Log;
  readonly pauseMs?: number;
}

/** Checks in the background that callbacks reach an API, and warns where they do not. */
export function startCallbackCheck(deps: CallbackCheckDeps): Disposable {
  const closing = new AbortController();
  check(deps, closing.signal).catch((err: unknown) => {
    if (!closing.signal.aborted) deps.log.warn({ err }, 'CALLBACK_URL could not be checked');
  });
  return { [Symbol.dispose]: () => closing.abort() };
}

async function check(deps: CallbackCheckDeps, signal: AbortSignal): Promise<void> {
  const { callback, newId, log, pauseMs = PAUSE_MS } = deps;
  for (let attempt = 1; ; attempt += 1) {
    const problem = await checkCallback(callback, newId);
    if (problem === undefined || signal.aborted) return;
    if (!isSolanoError(problem, 'callback_unavailable') || attempt === ATTEMPTS) {
      return log.warn({ err: problem }, `CALLBACK_URL reaches no API: ${problem.message}`);
    }
    await pause(pauseMs, undefined, { signal });
  }
}
