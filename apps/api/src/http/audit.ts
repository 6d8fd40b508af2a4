import type { AuditAction, AuditLog, Caller, Clock, Log } from '@solano/domain';
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

/**
 * Writes down a change that a request has made, before it is answered. A log that cannot be
 * written does not undo the change: the entry then goes to the service's own log.
 *
 * @param owner the customer whose data it is, where no key tells.
 */
export async function recordChange(
  { audit, clock, log }: AuditDeps,
  { caller, request }: ChangeOrigin,
  action: AuditAction,
  subject: string,
  owner?: string,
): Promise<void> {
  const entry = {
    at: clock(),
    actor: caller.key ? `key ${caller.key.id}` : 'workflow',
    action,
    customerId: caller.key ? caller.customer.id : (owner ?? null),
    subject,
    origin: request.address,
    requestId: request.id,
  };
  try {
    await audit.record([entry]);
  } catch (err) {
    log.error({ err, entry }, 'a change could not be written to the audit log');
  }
}
