import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseUpdates } from '@solano/domain/desk/jobs';
import { isSolanoError, type Log, SolanoError } from '@solano/domain/kernel';

/** An API that starts at the same time, or the proxy before it, has so long to be ready. */
const ATTEMPTS = 6;
const PAUSE_MS = 5_000;

interface CallbackCheckDeps {
  readonly updates: PurchaseUpdates;
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
  const { updates, newId, log, pauseMs = PAUSE_MS } = deps;
  for (let attempt = 1; ; attempt += 1) {
    const problem = await checkCallback(updates, newId);
    if (problem === undefined || signal.aborted) return;
    if (!isSolanoError(problem, 'report_unavailable') || attempt === ATTEMPTS) {
      return log.warn({ err: problem }, `CALLBACK_URL reaches no API: ${problem.message}`);
    }
    await pause(pauseMs, undefined, { signal });
  }
}

/**
 * Checks whether callbacks reach an API, by a report of an unknown purchase: address,
 * secret and clock are right where the API says so. Returns what is wrong; undefined: nothing.
 */
export async function checkCallback(
  updates: PurchaseUpdates,
  newId: () => string,
): Promise<SolanoError | undefined> {
  const purchase = { id: newId(), user: 'callback-check', requestId: null };
  try {
    await updates.report(purchase, { status: 'in_progress', outputs: [] });
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    return error.code === 'purchase_not_found' ? undefined : error;
  }
  const message = 'The update endpoint takes any purchase: check that CALLBACK_URL is an API.';
  return new SolanoError('report_misconfigured', message);
}
