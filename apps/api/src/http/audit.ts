import type { AuditAction, AuditLog, Clock, Log } from '@solano/domain';
import type { Request, Response } from 'express';
import { stateOf } from './state.ts';

export interface AuditDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes down a change that a request has made, before it is answered. A log that cannot be
 * written does not undo the change: the entry then goes to the service's own log.
 *
 * @param owner the customer whose data it is, where no key tells.
 */
export async function recordChange(
  { audit, clock, log }: AuditDeps,
  res: Response,
  action: AuditAction,
  subject: string,
  owner?: string,
): Promise<void> {
  const { caller, isCallback } = stateOf(res);
  const entry = {
    at: clock(),
    actor: isCallback ? 'workflow' : `key ${caller?.key.id ?? ''}`,
    action,
    customerId: caller?.customer.id ?? owner ?? null,
    subject,
    origin: originOf(res.req),
    requestId: res.get('X-Request-Id') ?? null,
  };
  try {
    await audit.record([entry]);
  } catch (err) {
    log.error({ err, entry }, 'a change could not be written to the audit log');
  }
}

/** The address of the caller, as far as trusted proxies tell it. */
function originOf(req: Request): string {
  return req.ip ?? '';
}
