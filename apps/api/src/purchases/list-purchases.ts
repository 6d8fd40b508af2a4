import type { Purchase, PurchaseStore } from '@solano/domain';
import { listPurchases } from '@solano/domain';
import { PurchasesQuery, UserPath } from '@solano/schemas';
import type { Authenticate } from '../authentication/authentication.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { LIST_PURCHASES } from './document.ts';

export interface ListPurchasesDeps {
  readonly purchases: PurchaseStore;
  readonly authenticate: Authenticate;
}

/** `GET /api/v0/user/<user>/purchases`, newest first, a page at a time. */
export function listPurchasesEndpoint({ purchases, authenticate }: ListPurchasesDeps): Endpoint {
  const list = operation({
    scopes: ['read', 'purchases'],
    params: UserPath,
    query: PurchasesQuery,
    async handle({ caller, params, query }) {
      const { status: statuses, retailer_id: retailer, created_from: from, created_to: to } = query;
      const owner = { customerId: caller.customer.id, user: params.user };
      const { limit, cursor } = query;
      const filters = { statuses, retailer, from, to, limit, cursor };
      const page = await listPurchases(purchases, { ...owner, ...filters });
      return json({ purchases: page.purchases.map(toJson), next_cursor: page.nextCursor });
    },
    metadata: LIST_PURCHASES,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchases'],
    unauthenticated: 401,
    failure: { error: 'Internal server error while listing purchases.' },
    authenticate,
    methods: { get: list },
  });
}

function toJson({ id, status, error, retailer, rows, createdAt, updatedAt }: Purchase): object {
  return {
    id,
    status,
    error,
    retailer_id: retailer,
    rows_uploaded: rows,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
