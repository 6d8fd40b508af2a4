import type { Clock, KeyStore, KeyUses, Log, PurchaseStore, WebhookStore } from '@solano/domain';
import { forgetDeliveries, forgetSubmissionKeys } from '@solano/domain';
import { startRounds } from './rounds.ts';

const NOTING_MS = 30_000;
const FORGETTING_MS = 10 * 60_000;

/** Writes down every half minute, and in the end, when keys were used. */
export function startNotingUses(
  uses: KeyUses,
  keys: Pick<KeyStore, 'noteUses'>,
  log: Log,
): AsyncDisposable {
  const failure = 'could not write down when keys were used';
  const rounds = startRounds({ everyMs: NOTING_MS, log, failure }, () => uses.write(keys));
  return {
    async [Symbol.asyncDispose]() {
      await rounds[Symbol.asyncDispose]();
      await uses.write(keys).catch((err: unknown) => log.warn({ err }, failure));
    },
  };
}

interface ForgettingDeps {
  readonly purchases: PurchaseStore;
  readonly webhooks: WebhookStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Forgets from time to time what nobody asks for any more. */
export function startForgetting(deps: ForgettingDeps): AsyncDisposable {
  const failure = 'could not forget what is old';
  return startRounds({ everyMs: FORGETTING_MS, log: deps.log, failure }, async () => {
    await forgetSubmissionKeys(deps);
    await forgetDeliveries(deps);
  });
}
