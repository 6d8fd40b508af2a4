import type { Purchase, PurchaseStore } from '@solano/domain';
import { listPurchases, readPurchaseQuery } from '@solano/domain';
import type { RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoint.ts';
import { pathText, queryText, queryTexts } from '../http/query.ts';
import { customerOf } from '../http/state.ts';
import { LIST_PURCHASES } from './document.ts';

export interface ListPurchasesDeps {
  readonly purchases: PurchaseStore;
  readonly identify: RequestHandler;
}

/** `GET /api/v0/user/<user>/purchases`, newest first, a page at a time. */
export function listPurchasesEndpoint(deps: ListPurchasesDeps): Endpoint {
  const list: RequestHandler = async (req, res) => {
    const query = readPurchaseQuery({
      status: queryTexts(req, 'status'),
      retailer_id: queryText(req, 'retailer_id'),
      created_from: queryText(req, 'created_from'),
      created_to: queryText(req, 'created_to'),
      limit: queryText(req, 'limit'),
      cursor: queryText(req, 'cursor'),
    });
    const owner = { customerId: customerOf(res).id, user: pathText(req, 'user') };
    const { purchases, nextCursor } = await listPurchases(deps.purchases, { ...owner, ...query });
    res.json({ purchases: purchases.map(shown), next_cursor: nextCursor });
  };

  return {
    paths: ['/api/v0/user/:user/purchases'],
    unauthenticated: 401,
    failure: { error: 'Internal server error while listing purchases.' },
    identify: deps.identify,
    methods: { get: { scopes: ['read', 'purchases'], handle: list, about: LIST_PURCHASES } },
  };
}

function shown({ id, status, error, retailer, rows, createdAt, updatedAt }: Purchase): object {
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
