import type { Config, WorkflowConfig } from '@solano/config';
import { ConfigError } from '@solano/config';
import type {
  CallbackTokens,
  PurchaseSplitter,
  PurchaseSteps,
  PurchaseWorkflow,
  StepDeps,
  WebhookSender,
} from '@solano/domain';
import { purchaseSteps } from '@solano/domain';
import { HttpPurchaseCallback, HttpWebhookSender, startCallbackCheck } from '@solano/http';
import { ThreadSplitter } from '@solano/threads';

type PurchaseStepsDeps = Omit<StepDeps, 'callback'> & {
  readonly callbackTokens: CallbackTokens;
};

/** Splits and evaluates purchases in threads. Disposing ends what they compute. */
export function openSplitter(): PurchaseSplitter & AsyncDisposable {
  return new ThreadSplitter(new URL('./split-thread.ts', import.meta.url));
}

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

/** The Temporal cluster, as purchases are dispatched to it; disposing closes it. */
export async function openTemporal({
  metricsAddress,
  ...cluster
}: Extract<WorkflowConfig, { kind: 'temporal' }>): Promise<PurchaseWorkflow & AsyncDisposable> {
  // Loaded only where it is chosen: the SDK is large.
  const { DispatchMetrics, TemporalPurchaseWorkflow } = await import('@solano/temporal');
  await using opened = new AsyncDisposableStack();
  const serve = (address: string) =>
    DispatchMetrics.serve(address).catch((error: Error) => {
      throw new ConfigError([`TEMPORAL_METRICS ${address}: ${error.message}`]);
    });
  const metrics =
    metricsAddress === undefined ? {} : { metrics: opened.use(await serve(metricsAddress)) };
  const client = opened.use(TemporalPurchaseWorkflow.connect({ ...cluster, ...metrics }));
  const all = opened.move();
  return {
    start: (id, options) => client.start(id, options),
    check: () => client.check(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
