import type { Caller, SubmitDeps } from '@solano/domain';
import { submitPurchase } from '@solano/domain';
import { RetailerSubmissionPath, SubmissionPath, SubmissionQuery } from '@solano/schemas';
import type { Authenticate } from '../authentication/authentication.ts';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../http/audit.ts';
import type { Endpoint, Input } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import type { Read } from '../readers/reader-threads.ts';
import { orderOf } from '../readers/reader-threads.ts';
import { SUBMIT_PURCHASE, SUBMIT_PURCHASE_TO_RETAILER } from './document.ts';

export interface SubmitPurchaseDeps extends SubmitDeps {
  readonly authenticate: Authenticate;
  readonly read: Read;
  /** Items of a purchase. */
  readonly maxItems: number;
  readonly maxJsonBytes: number;
  readonly bodies: BodyLimit;
}

/** `POST /api/v0/user/<user>/submit-purchase`, the retailer in the path or the query. */
export function submitPurchaseEndpoints(deps: SubmitPurchaseDeps): Endpoint[] {
  const receive = jsonBytes({ maxBytes: () => deps.maxJsonBytes, bodies: deps.bodies });

  const submit = async (
    user: string,
    retailer: string,
    { caller, body: bytes, request }: Input<Caller, unknown, unknown, Buffer>,
  ) => {
    const key = request.header('Idempotency-Key');
    const isRepeatable = key !== undefined;
    const input = { bytes, maxItems: deps.maxItems, user, retailer, isRepeatable };
    const read = await deps.read('submission', input, orderOf(caller, bytes));
    const purchase = await submitPurchase(deps, {
      customerId: caller.customer.id,
      user,
      retailer,
      ...read,
      author: auditSource({ caller, request }),
      ...(isRepeatable && { idempotencyKey: key }),
    });
    const { id, status, error, rows, createdAt } = purchase;
    const message = `Purchase ${id} created for user ${user} and retailer ${retailer}.`;
    const created = { id, status, error, rows_uploaded: rows, created_at: createdAt, message };
    return json(created, { status: 201 });
  };

  const shared = {
    unauthenticated: 401,
    failure: { error: 'Internal server error while creating purchase.' },
    authenticate: deps.authenticate,
  } as const;
  return [
    endpoint({
      ...shared,
      paths: ['/api/v0/user/{:user}/submit-purchase'],
      methods: {
        post: operation({
          scopes: ['purchases'],
          params: SubmissionPath,
          query: SubmissionQuery,
          receive,
          handle: (input) => submit(input.params.user, input.query.retailer_id, input),
          metadata: SUBMIT_PURCHASE,
        }),
      },
    }),
    endpoint({
      ...shared,
      paths: ['/api/v0/user/{:user}/submit-purchase/:retailer_id'],
      methods: {
        post: operation({
          scopes: ['purchases'],
          params: RetailerSubmissionPath,
          receive,
          handle: (input) => submit(input.params.user, input.params.retailer_id, input),
          metadata: SUBMIT_PURCHASE_TO_RETAILER,
        }),
      },
    }),
  ];
}
