import type { DecideDeps, Decision, PurchaseEvent } from '@solano/domain';
import { decide, purchaseHistory, submittedSeries } from '@solano/domain';
import { PurchasePath } from '@solano/schemas';
import { jsonBytes, parseBody } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../http/audit.ts';
import { buffered } from '../http/buffered-response.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { DECIDE, GET_HISTORY, GET_SERIES } from './document.ts';

interface DecisionEndpointDeps extends DecideDeps {
  readonly bodies: BodyLimit;
  /** Memory for responses that are sent as a whole. */
  readonly responses: BodyLimit;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_BODY_VALUES = 1_000;

/** The submitted series, the decision of the desk, and the history of the purchase. */
export function decisionEndpoints(deps: DecisionEndpointDeps): Endpoint[] {
  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });
  const post = operation({
    scopes: ['purchases'],
    params: PurchasePath,
    receive,
    async handle({ caller, params: { user, purchase_id: id }, body, request }) {
      const address = { id, user, customerId: caller.customer.id };
      const { members } = parseBody(body, { maxValues: MAX_BODY_VALUES });
      const decision = await decide(deps, address, members, auditSource({ caller, request }));
      return json(decisionJson(decision), { status: 201 });
    },
    metadata: DECIDE,
  });

  const history = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    async handle({ caller, params: { user, purchase_id: id } }) {
      const address = { id, user, customerId: caller.customer.id };
      return json((await purchaseHistory(deps, address)).map(eventJson));
    },
    metadata: GET_HISTORY,
  });

  const series = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    async handle({ caller, params: { user, purchase_id: id } }) {
      const address = { id, user, customerId: caller.customer.id };
      const text = await submittedSeries(deps.purchases, address);
      return buffered({ responses: deps.responses, caller }, 'json', text);
    },
    metadata: GET_SERIES,
  });

  const shared = { unauthenticated: 403 } as const;
  const path = (name: string) => [`/api/v0/user/:user/purchase/:purchase_id/${name}`];
  return [
    endpoint({ ...shared, paths: path('decision'), methods: { post } }),
    endpoint({ ...shared, paths: path('history'), methods: { get: history } }),
    endpoint({ ...shared, paths: path('series'), methods: { get: series } }),
  ];
}

export function decisionJson({ idmodel, note, decidedAt, decidedBy }: Decision): object {
  return { idmodel, note, decided_at: decidedAt, decided_by: decidedBy };
}

function eventJson(event: PurchaseEvent): object {
  if (event.type === 'status') return event;
  const { type, at, idmodel, note, decidedBy } = event;
  return { type, at, idmodel, note, decided_by: decidedBy };
}
