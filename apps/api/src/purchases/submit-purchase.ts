import type { SubmitDeps } from '@solano/domain';
import { requireText, submitPurchase } from '@solano/domain';
import type { Request, RequestHandler } from 'express';
import type { AuditDeps } from '../http/audit.ts';
import { recordChange } from '../http/audit.ts';
import type { BodyLimit } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { jsonBytes } from '../http/json-body.ts';
import { pathText, queryText } from '../http/query.ts';
import { bytesOf, customerOf } from '../http/state.ts';
import type { Read } from '../readers/reader-threads.ts';
import { orderOf } from '../readers/reader-threads.ts';
import { SUBMIT_PURCHASE } from './document.ts';

export interface SubmitPurchaseDeps extends SubmitDeps, AuditDeps {
  readonly identify: RequestHandler;
  readonly read: Read;
  /** Items of a purchase. */
  readonly mostItems: number;
  readonly mostJsonBytes: number;
  readonly bodies: BodyLimit;
}

/** `POST /api/v0/user/<user>/submit-purchase`, the retailer in the path or the query. */
export function submitPurchaseEndpoint(deps: SubmitPurchaseDeps): Endpoint {
  // Before the body is read: what is wrong with the URL is told first.
  const checkTarget: RequestHandler = (req, _res, next) => {
    targetOf(req);
    next();
  };

  const body = jsonBytes({ bytes: () => deps.mostJsonBytes, bodies: deps.bodies });

  const submit: RequestHandler = async (req, res) => {
    const { user, retailer } = targetOf(req);
    const key = req.get('Idempotency-Key');
    const isRepeatable = key !== undefined;
    const bytes = bytesOf(res);
    const input = { bytes, maxItems: deps.mostItems, user, retailer, isRepeatable };
    const read = await deps.read('submission', input, orderOf(res, bytes));
    const { purchase, isNew } = await submitPurchase(deps, {
      customerId: customerOf(res).id,
      user,
      retailer,
      ...read,
      requestId: res.get('X-Request-Id') ?? null,
      ...(isRepeatable && { idempotencyKey: key }),
    });
    if (isNew) await recordChange(deps, res, 'purchase.submit', purchase.id);
    res.status(201).json({
      id: purchase.id,
      status: purchase.status,
      error: purchase.error,
      rows_uploaded: purchase.rows,
      created_at: purchase.createdAt,
      message: `Purchase ${purchase.id} created for user ${user} and retailer ${retailer}.`,
    });
  };

  return {
    paths: ['/api/v0/user/{:user}/submit-purchase{/:retailer}'],
    unauthenticated: 401,
    failure: { error: 'Internal server error while creating purchase.' },
    identify: deps.identify,
    methods: {
      post: {
        scopes: ['purchases'],
        before: [checkTarget, body],
        handle: submit,
        about: SUBMIT_PURCHASE,
      },
    },
  };
}

function targetOf(req: Request): { user: string; retailer: string } {
  const user = requireText(pathText(req, 'user'), 'URL parameter: user');
  const inPath = pathText(req, 'retailer');
  const retailer = inPath
    ? requireText(inPath, 'URL parameter: retailer_id')
    : requireText(queryText(req, 'retailer_id'), 'query parameter: retailer_id');
  return { user, retailer };
}
