import { type SealDeps, sealAudit } from '../audit/seal.ts';
import type { BacktestStore } from '../backtests/backtest-store.ts';
import { purgeBacktests } from '../backtests/request-backtest.ts';
import { type ConsoleSessionStore, purgeSessions } from '../console-session/session.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { purgeSubmissionKeys } from '../purchases/submit.ts';
import { purgeDeliveries } from '../webhooks/deliver.ts';
import { type EncryptDeps, encryptSecrets } from '../webhooks/encrypt-secrets.ts';
import type { WebhookStore } from '../webhooks/webhook.ts';
import { everyMinute, hourly, type Schedule } from './schedule.ts';

/** Seals the audit log every minute. */
export function auditSealing(deps: SealDeps): Schedule {
  return { name: 'audit-sealing', times: everyMinute(), run: () => sealAudit(deps) };
}

/** Purges expired records every ten minutes, and encrypts secrets that are not under the current key. */
export function housekeeping(
  deps: EncryptDeps & {
    readonly purchases: PurchaseStore;
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
    },
  };
}
