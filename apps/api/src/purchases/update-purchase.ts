import type { UpdateDeps } from '@solano/domain';
import { updatePurchase } from '@solano/domain';
import type { RequestHandler, Response } from 'express';
import type { AuditDeps } from '../http/audit.ts';
import { recordChange } from '../http/audit.ts';
import type { BodyLimit } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { jsonBytes } from '../http/json-body.ts';
import { pathText } from '../http/query.ts';
import { bytesOf, customerOf, stateOf } from '../http/state.ts';
import type { Read } from '../readers/reader-threads.ts';
import { orderOf } from '../readers/reader-threads.ts';
import { UPDATE_PURCHASE } from './document.ts';

export interface UpdatePurchaseDeps extends UpdateDeps, AuditDeps {
  readonly identify: RequestHandler;
  readonly read: Read;
  readonly mostJsonBytes: number;
  readonly bodies: BodyLimit;
  /** Items of a purchase. */
  readonly mostItems: number;
  /** Limit for the service's own call-backs, which carry whole outputs. */
  readonly mostCallbackBytes: number;
}

/** Values of an item in the outputs of all four models: a row of five in each of six sessions. */
const VALUES_PER_ITEM = 4 * 6 * 5;
/** Values of a body besides the rows of its outputs. */
const OTHER_VALUES = 10_000;

/** `PUT /api/v0/user/<user>/purchase/<id>/update`, by the customer or as the call-back. */
export function updatePurchaseEndpoint(deps: UpdatePurchaseDeps): Endpoint {
  const mostBytes = (res: Response) =>
    stateOf(res).isCallback ? deps.mostCallbackBytes : deps.mostJsonBytes;

  const body = jsonBytes({ bytes: mostBytes, bodies: deps.bodies });
  const maxValues = deps.mostItems * VALUES_PER_ITEM + OTHER_VALUES;

  const answer: RequestHandler = async (req, res) => {
    const address = { id: pathText(req, 'purchase').toLowerCase(), user: pathText(req, 'user') };
    const { isCallback = false } = stateOf(res);
    const bytes = bytesOf(res);
    // What the service itself sends may hold any number of values.
    const input = { bytes, maxValues: isCallback ? undefined : maxValues };
    const update = await deps.read('update', input, orderOf(res, bytes));
    const purchase = isCallback
      ? await updatePurchase(deps, address, { ...update, source: 'workflow' })
      : await updatePurchase(
          deps,
          { ...address, customerId: customerOf(res).id },
          { ...update, source: 'customer' },
        );
    await recordChange(deps, res, 'purchase.update', purchase.id, purchase.customerId);
    res.json({
      id: purchase.id,
      status: purchase.status,
      error: purchase.error,
      updated_at: purchase.updatedAt,
      message: `Purchase ${purchase.id} updated.`,
    });
  };

  return {
    paths: ['/api/v0/user/:user/purchase/:purchase/update'],
    unauthenticated: 401,
    failure: { detail: 'Internal server error.' },
    identify: deps.identify,
    methods: {
      put: {
        scopes: ['purchases'],
        before: [body],
        handle: answer,
        about: UPDATE_PURCHASE,
      },
    },
  };
}
