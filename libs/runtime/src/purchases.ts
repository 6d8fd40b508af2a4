import { hash } from 'node:crypto';
import type { Config } from '@solano/config';
import type { PurchaseSplitter } from '@solano/domain/desk';
import type { WebhookSender } from '@solano/domain/service';
import { HighsLinearSolver } from '@solano/highs';
import { HttpWebhookSender } from '@solano/http';
import { splitWith, ThreadSplitter } from '@solano/threads';

/** Splits and evaluates purchases in threads. Disposing ends what they compute. */
export function openSplitter(): PurchaseSplitter & AsyncDisposable {
  return new ThreadSplitter(new URL(import.meta.url));
}

/** The code of each of those threads, with a solver of its own. */
export const splitInThread = splitWith({
  solver: new HighsLinearSolver(),
  digest: (text) => hash('sha256', text),
});

/** Sends webhook messages; private addresses only where the configuration allows them. */
export function openWebhookSender(config: Config): WebhookSender & AsyncDisposable {
  return new HttpWebhookSender({ privateAddresses: config.privateWebhooks });
}
