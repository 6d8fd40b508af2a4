import type { AuditAction, AuditLog, AuditSource, Caller, Clock, Log } from '@solano/domain';
import type { Callback } from './authentication.ts';
import type { RequestMetadata } from './request.ts';

export interface AuditDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who makes a change, and by which request. */
export interface ChangeOrigin {
  readonly caller: Caller | Callback;
  readonly request: RequestMetadata;
}

/** What the audit log calls whoever makes the changes of a request. */
export function auditSource({ caller, request }: ChangeOrigin): AuditSource {
  const actor = caller.key ? `key ${caller.key.id}` : 'workflow';
  return { actor, origin: request.address, requestId: request.id };
}

/**
 * Writes down a change that a request has made, before it is answered. A log that cannot be
 * written does not undo the change: the entry then goes to the service's own log.
 *
 * @param owner the customer whose data it is, where no key tells.
 */
export async function recordChange(
  { audit, clock, log }: AuditDeps,
  origin: ChangeOrigin,
  action: AuditAction,
  subject: string,
  owner?: string,
): Promise<void> {
  const { caller } = origin;
  const customerId = caller.key ? caller.customer.id : (owner ?? null);
  const entry = { ...auditSource(origin), at: clock(), action, customerId, subject };
  try {
    await audit.record([entry]);
  } catch (err) {
    log.error({ err, entry }, 'a change could not be written to the audit log');
  }
}
