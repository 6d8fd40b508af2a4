import type { DemoDeps, Log } from '@solano/domain';
import { prepareDemo } from '@solano/domain';
import { startRounds } from './rounds.ts';

/** Predictions reach ten days ahead: a few rounds may fail. */
const EVERY_MS = 6 * 3_600_000;

/** Keeps the demonstration's forecasts and prices current while the service runs. */
export function startKeepingDemo(deps: DemoDeps & { readonly log: Log }): AsyncDisposable {
  return startRounds(EVERY_MS, async () => {
    try {
      await prepareDemo(deps);
    } catch (err) {
      deps.log.warn({ err }, 'could not bring the demonstration up to date');
    }
  });
}
