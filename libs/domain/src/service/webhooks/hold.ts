import { type Clock, SECOND_MS } from '@solano/domain/kernel';
import type { AuditSource } from '../audit/audit.ts';
import type { WebhookStore } from './webhook.ts';

const CACHE_TTL_MS = 5 * SECOND_MS;

/**
 * Whether messages wait for the operator, as after a restore; read every five seconds at most.
 * Errors: `store_unavailable`.
 */
export function webhookHold(deps: {
  readonly webhooks: Pick<WebhookStore, 'heldSince'>;
  readonly clock: Clock;
}): () => Promise<boolean> {
  let readAt = -Infinity;
  let isHeld = false;
  return async () => {
    const now = deps.clock().getTime();
    // A clock that has stepped back reads again too.
    if (Math.abs(now - readAt) < CACHE_TTL_MS) return isHeld;
    isHeld = (await deps.webhooks.heldSince()) !== undefined;
    readAt = now;
    return isHeld;
  };
}

/** Releases the messages that wait since a restore. False if none wait. Errors: `store_unavailable`. */
export function releaseWebhooks(
  deps: { readonly webhooks: Pick<WebhookStore, 'release'>; readonly clock: Clock },
  source: AuditSource,
): Promise<boolean> {
  const entry = { ...source, action: 'webhooks.release', customerId: null, subject: '' } as const;
  return deps.webhooks.release({ ...entry, at: deps.clock() });
}
