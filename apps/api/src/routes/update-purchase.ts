import type { PurchaseUpdate, UpdateDeps } from '@solano/domain';
import { readError, readOutputIds, readStatus, updatePurchase } from '@solano/domain';
import type { RequestHandler, Response } from 'express';
import type { AuditDeps } from '../http/audit.ts';
import { recordChange } from '../http/audit.ts';
import type { BodyLimit } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { JsonBody } from '../http/json-body.ts';
import { jsonBody } from '../http/json-body.ts';
import { elementTexts, memberText } from '../http/json-text.ts';
import { pathText } from '../http/query.ts';
import { bodyOf, customerOf, stateOf } from '../http/state.ts';
import { UPDATE_PURCHASE } from '../openapi/purchases.ts';

export interface UpdatePurchaseDeps extends UpdateDeps, AuditDeps {
  readonly identify: RequestHandler;
  readonly mostJsonBytes: number;
  readonly bodies: BodyLimit;
  /** Limit for the service's own call-backs, which carry whole outputs. */
  readonly mostCallbackBytes: number;
}

/** `PUT /api/v0/user/<user>/purchase/<id>/update`, by the customer or as the call-back. */
export function updatePurchaseEndpoint(deps: UpdatePurchaseDeps): Endpoint {
  const mostBytes = (res: Response) =>
    stateOf(res).isCallback ? deps.mostCallbackBytes : deps.mostJsonBytes;

  const answer: RequestHandler = async (req, res) => {
    const address = { id: pathText(req, 'purchase').toLowerCase(), user: pathText(req, 'user') };
    const update = readUpdate(bodyOf(res));
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
        before: [jsonBody(mostBytes, deps.bodies)],
        handle: answer,
        about: UPDATE_PURCHASE,
      },
    },
  };
}

function readUpdate({ members, text }: JsonBody): Omit<PurchaseUpdate, 'source'> {
  const ids = readOutputIds(members.outputs);
  const texts = elementTexts(memberText(text, 'outputs') ?? '[]');
  const status = readStatus(members.status);
  const error = readError(members.error);
  return {
    outputs: ids.map((idmodel, i) => ({ idmodel, json: texts[i] as string })),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  };
}
