import type {
  Clock,
  DeliveryCursor,
  HandOverDeps,
  Log,
  PurchaseCursor,
  WebhookStore,
  WebhookWorkflow,
} from '@solano/domain';
import { handOverDeliveries, handOverPending } from '@solano/domain';
import { startRounds } from './rounds.ts';

const EVERY_MS = 10_000;

interface HandingOverDeps extends HandOverDeps {
  readonly webhooks: WebhookStore;
  readonly webhookWorkflow: WebhookWorkflow;
  readonly clock: Clock;
  readonly log: Log;
}

/** Every few seconds hands to the engine what it did not take at once: purchases and messages. */
export function startHandingOver(deps: HandingOverDeps): AsyncDisposable {
  let purchase: PurchaseCursor | undefined;
  let delivery: DeliveryCursor | undefined;
  const failure = 'could not look for what waits for the workflow engine';
  return startRounds({ everyMs: EVERY_MS, log: deps.log, failure }, async () => {
    purchase = await handOverPending(deps, purchase);
    delivery = await handOverDeliveries(deps, delivery);
  });
}
