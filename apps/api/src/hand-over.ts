import type { Clock, HandOverDeps, Log, PurchaseCursor } from '@solano/domain';
import { handOverPending } from '@solano/domain';

const EVERY_MS = 10_000;

/**
 * Every few seconds hands purchases to the engine that it did not take at submission. Closing
 * waits for the round that is under way.
 */
export function startHandingOver(
  deps: HandOverDeps & { readonly clock: Clock; readonly log: Log },
): AsyncDisposable {
  let cursor: PurchaseCursor | undefined;
  let round: Promise<void> | undefined;
  const run = async () => {
    try {
      cursor = await handOverPending(deps, cursor);
    } catch (err) {
      deps.log.warn({ err }, 'could not look for purchases that wait for the workflow engine');
    }
    round = undefined;
  };
  const timer = setInterval(() => {
    round ??= run();
  }, EVERY_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await round;
    },
  };
}
