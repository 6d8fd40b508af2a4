import type { DemoDeps, Log } from '@solano/domain';
import { prepareDemo } from '@solano/domain';
import { startRounds } from './rounds.ts';

/** Predictions reach ten days ahead: a few rounds may fail. */
const EVERY_MS = 6 * 3_600_000;

/** Keeps the demonstration's forecasts and prices current while the service runs. */
export function startKeepingDemo(deps: DemoDeps & { readonly log: Log }): AsyncDisposable {
  const failure = 'could not bring the demonstration up to date';
  return startRounds({ everyMs: EVERY_MS, log: deps.log, failure }, () => prepareDemo(deps));
}
