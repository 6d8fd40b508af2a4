import { type AuditEntry, type AuditLog, listAudit } from '@solano/domain/service';
import { AuditListQuery } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { LIST_AUDIT } from './document.ts';

interface AuditEndpointDeps {
  readonly audit: AuditLog;
}

/** `GET /api/v0/audit`: the changes of the customer's data, newest first, a page at a time. */
export function auditEndpoint({ audit }: AuditEndpointDeps): Endpoint {
  const list = operation({
    scopes: ['audit'],
    query: AuditListQuery,
    async handle({ caller, query: { since, limit, cursor } }) {
      const from = since === undefined ? undefined : new Date(since);
      const page = await listAudit(audit, {
        customerId: caller.customer.id,
        since: from,
        limit,
        cursor,
      });
      return json({ entries: page.entries.map(toJson), next_cursor: page.nextCursor });
    },
    metadata: LIST_AUDIT,
  });

  return endpoint({ paths: ['/api/v0/audit'], methods: { get: list } });
}

function toJson({ at, actor, action, subject, origin, requestId }: AuditEntry): object {
  return { at, actor, action, subject, origin, request_id: requestId };
}
