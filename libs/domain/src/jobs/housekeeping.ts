import type { PurchaseStore } from '../purchases/purchase.ts';
import { purgeSubmissionKeys } from '../purchases/submit.ts';
import type { ConsoleSessionStore } from '../sign-in/session.ts';
import { purgeSessions } from '../sign-in/session.ts';
import type { Clock } from '../time/clock.ts';
import { purgeDeliveries } from '../webhooks/deliver.ts';
import type { EncryptDeps } from '../webhooks/encrypt-secrets.ts';
import { encryptSecrets } from '../webhooks/encrypt-secrets.ts';
import type { WebhookStore } from '../webhooks/webhook.ts';
import type { Schedule } from './schedule.ts';
import { hourly } from './schedule.ts';

/** Purges every ten minutes what nobody asks for any more, and encrypts what is not under the current key. */
export function housekeeping(deps: {
  readonly purchases: PurchaseStore;
  readonly webhooks: Pick<WebhookStore, 'purgeSettled'> & EncryptDeps['webhooks'];
  readonly cipher: EncryptDeps['cipher'];
  readonly consoleSessions: ConsoleSessionStore;
  readonly clock: Clock;
}): Schedule {
  return {
    name: 'housekeeping',
    times: hourly('05', '15', '25', '35', '45', '55'),
    async run() {
      await purgeSubmissionKeys(deps);
      await purgeDeliveries(deps);
      await purgeSessions(deps);
      await encryptSecrets(deps);
    },
  };
}
