import {
  type BacktestStore,
  type DeliveryTimeStore,
  type PurchaseStore,
  purgeBacktests,
  purgeSubmissionKeys,
} from '@solano/domain/desk';
import { fillDeliveryTimes } from '@solano/domain/desk/jobs';
import {
  type ConsoleSessionStore,
  type EncryptDeps,
  encryptSecrets,
  everyMinute,
  hourly,
  purgeDeliveries,
  purgeSessions,
  type Schedule,
  type SealDeps,
  type WebhookStore,
} from '@solano/domain/service';
import { sealAudit } from '@solano/domain/service/audit';

/** Seals the audit log every minute. */
export function auditSealing(deps: SealDeps): Schedule {
  return { name: 'audit-sealing', times: everyMinute(), run: () => sealAudit(deps) };
}

/**
 * Every ten minutes purges expired records, encrypts secrets that are not under the current key, and
 * fills in what purchases of an earlier release lack.
 */
export function housekeeping(
  deps: EncryptDeps & {
    readonly purchases: PurchaseStore;
    readonly deliveryTimes: DeliveryTimeStore;
    readonly webhooks: Pick<WebhookStore, 'purgeSettled'>;
    readonly consoleSessions: ConsoleSessionStore;
    readonly backtests: BacktestStore;
  },
): Schedule {
  return {
    name: 'housekeeping',
    times: hourly('05', '15', '25', '35', '45', '55'),
    async run() {
      await purgeSubmissionKeys(deps);
      await purgeDeliveries(deps);
      await purgeSessions(deps);
      await purgeBacktests(deps);
      await encryptSecrets(deps);
      await fillDeliveryTimes(deps.deliveryTimes);
    },
  };
}
