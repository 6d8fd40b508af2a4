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
import { UPDATE_PURCHASE } from './document.ts';
import type { UpdateText } from './update-text.ts';

export interface UpdatePurchaseDeps extends UpdateDeps, AuditDeps {
  readonly identify: RequestHandler;
  /** Reads a body, which may be large. Errors: `invalid_request`. */
  readonly readUpdate: (bytes: Buffer) => Promise<UpdateText>;
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

  const body = jsonBytes({
    bytes: mostBytes,
    values: deps.mostItems * VALUES_PER_ITEM + OTHER_VALUES,
    bodies: deps.bodies,
  });

  const answer: RequestHandler = async (req, res) => {
    const address = { id: pathText(req, 'purchase').toLowerCase(), user: pathText(req, 'user') };
    const update = await deps.readUpdate(bytesOf(res));
    const purchase = stateOf(res).isCallback
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
