import type { OnObserved } from '@solano/async';
import type { Config } from '@solano/config';
import type { PurchaseSplitter } from '@solano/domain/desk';
import type { WebhookSender } from '@solano/domain/service';
import { HttpWebhookSender } from '@solano/http';
import { ThreadSplitter } from '@solano/threads';

/** Splits and evaluates purchases in threads, whose work may be observed. Disposing ends what they compute. */
export function openSplitter(onObserved?: OnObserved): PurchaseSplitter & AsyncDisposable {
  return new ThreadSplitter(new URL('split-thread.ts', import.meta.url), onObserved);
}

/** Sends webhook messages; private addresses only where the configuration allows them. */
export function openWebhookSender(config: Config): WebhookSender & AsyncDisposable {
  return new HttpWebhookSender({ privateAddresses: config.privateWebhooks });
}
