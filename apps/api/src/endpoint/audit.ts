import type { AuditSource, Caller } from '@solano/domain/service';
import type { Callback } from '../authentication/authentication.ts';
import type { RequestMetadata } from '../http/request.ts';

/** Who makes a change, and by which request. */
export interface ChangeOrigin {
  readonly caller: Caller | Callback;
  readonly request: RequestMetadata;
}

/** The name in the audit log of the caller who makes the changes of a request. */
export function auditSource({ caller, request }: ChangeOrigin): AuditSource {
  const actor = caller.key ? `key ${caller.key.id}` : 'workflow';
  return { actor, origin: request.address, requestId: request.id };
}
