import type { AuditSource, Caller } from '@solano/domain/service';
import type { Callback } from '../authentication/authentication.ts';
import type { RequestMetadata } from '../http/request.ts';

/** The author of a change, and its request. */
export interface ChangeOrigin {
  readonly caller: Caller | Callback;
  readonly request: RequestMetadata;
}

/** Returns the caller's name in the audit log. */
export function auditSource({ caller, request }: ChangeOrigin): AuditSource {
  const actor = caller.key ? `key ${caller.key.id}` : 'workflow';
  return { actor, origin: request.address, requestId: request.id };
}
