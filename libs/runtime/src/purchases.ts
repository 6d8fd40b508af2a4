import { hash } from 'node:crypto';
import type { Config } from '@solano/config';
import type {
  CallbackTokens,
  PurchaseSplitter,
  PurchaseSteps,
  StepDeps,
  WebhookSender,
} from '@solano/domain';
import { purchaseSteps } from '@solano/domain';
import { HighsLinearSolver } from '@solano/highs';
import { HttpPurchaseCallback, HttpWebhookSender, startCallbackCheck } from '@solano/http';
import { splitWith, ThreadSplitter } from '@solano/threads';

type PurchaseStepsDeps = Omit<StepDeps, 'callback'> & {
  readonly callbackTokens: CallbackTokens;
};

/** Splits and evaluates purchases in threads. Disposing ends what they compute. */
export function openSplitter(): PurchaseSplitter & AsyncDisposable {
  return new ThreadSplitter(new URL(import.meta.url));
}

/** The code of each of those threads, with a solver of its own. */
export const splitInThread = splitWith({
  solver: new HighsLinearSolver(),
  digest: (text) => hash('sha256', text),
});

/**
 * The steps of purchases. Disposing closes their connections.
 *
 * @param url where the update endpoint is called back; whether it is reached is checked meanwhile.
 */
export function openPurchaseSteps(
  url: string,
  deps: PurchaseStepsDeps,
): PurchaseSteps & AsyncDisposable {
  const opened = new AsyncDisposableStack();
  const { callbackTokens: tokens, clock } = deps;
  const callback = opened.use(new HttpPurchaseCallback({ url, tokens, clock }));
  opened.use(startCallbackCheck({ ...deps, callback }));
  const steps = purchaseSteps({ ...deps, callback });
  return { ...steps, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Sends webhook messages; private addresses only where the configuration allows them. */
export function openWebhookSender(config: Config): WebhookSender & AsyncDisposable {
  return new HttpWebhookSender({ privateAddresses: config.privateWebhooks });
}
