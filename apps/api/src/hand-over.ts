import type { Clock, HandOverDeps, Log, PurchaseCursor } from '@solano/domain';
import { handOverPending } from '@solano/domain';
import { startRounds } from './rounds.ts';

const EVERY_MS = 10_000;

/** Every few seconds hands purchases to the engine that it did not take at submission. */
export function startHandingOver(
  deps: HandOverDeps & { readonly clock: Clock; readonly log: Log },
): AsyncDisposable {
  let cursor: PurchaseCursor | undefined;
  return startRounds(EVERY_MS, async () => {
    try {
      cursor = await handOverPending(deps, cursor);
    } catch (err) {
      deps.log.warn({ err }, 'could not look for purchases that wait for the workflow engine');
    }
  });
}
