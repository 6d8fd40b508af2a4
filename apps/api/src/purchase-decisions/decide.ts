import { type DecideDeps, decide } from '@solano/domain/desk';
import { decisionJson, PurchasePath } from '@solano/schemas';
import { jsonBytes, parseBody } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { addressOf } from '../purchases/purchase-address.ts';
import { DECIDE } from './document.ts';

interface DecisionEndpointDeps extends DecideDeps {
  readonly bodies: BodyLimit;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_BODY_VALUES = 1_000;

/** `POST /api/v0/user/<user>/purchase/<id>/decision`: the decision of the desk. */
export function decisionEndpoint(deps: DecisionEndpointDeps): Endpoint {
  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });
  const post = operation({
    scopes: ['purchases'],
    params: PurchasePath,
    receive,
    async handle({ caller, params, body, request }) {
      const address = addressOf(caller, params);
      const { members } = parseBody(body, { maxValues: MAX_BODY_VALUES });
      const decision = await decide(deps, address, members, auditSource({ caller, request }));
      return json(decisionJson(decision), { status: 201 });
    },
    metadata: DECIDE,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchase/:purchase_id/decision'],
    unauthenticated: 403,
    methods: { post },
  });
}
