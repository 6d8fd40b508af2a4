import {
  type DecisionStore,
  type PurchaseEvent,
  type PurchaseStore,
  type PurchaseWithOutputs,
  purchaseHistory,
  readPurchase,
  submittedSeries,
} from '@solano/domain/desk';
import { PurchasePath, PurchaseQuery } from '@solano/schemas';
import type { BodyLimit } from '../body/limit.ts';
import { buffered } from '../endpoint/buffered-response.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { GET_HISTORY, GET_PURCHASE, GET_SERIES } from './document.ts';
import { addressOf } from './purchase-address.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export interface GetPurchaseDeps {
  readonly purchases: PurchaseStore;
  readonly decisions: DecisionStore;
  /** Memory for responses that are sent as a whole. */
  readonly responses: BodyLimit;
}

/**
 * Endpoints below `/api/v0/user/<user>/purchase/<id>/`: `get`, of one model if `idmodel` names it;
 * the submitted `series`; the `history`.
 */
export function getPurchaseEndpoints(deps: GetPurchaseDeps): Endpoint[] {
  const { purchases, responses } = deps;

  const get = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    query: PurchaseQuery,
    isShared: true,
    async handle({ caller, params, query }) {
      const idmodel = query.idmodel || undefined;
      const requested = idmodel === undefined ? undefined : numberOf(idmodel);
      const found = await readPurchase(purchases, addressOf(caller, params), requested);
      return buffered({ responses, caller }, purchaseJson(found, outputJson(found, idmodel)));
    },
    metadata: GET_PURCHASE,
  });

  const history = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    handle: async ({ caller, params }) =>
      json((await purchaseHistory(deps, addressOf(caller, params))).map(eventJson)),
    metadata: GET_HISTORY,
  });

  const series = operation({
    scopes: ['read', 'purchases'],
    params: PurchasePath,
    async handle({ caller, params }) {
      const text = await submittedSeries(purchases, addressOf(caller, params));
      return buffered({ responses, caller }, text);
    },
    metadata: GET_SERIES,
  });

  const path = (name: string) => [`/api/v0/user/:user/purchase/:purchase_id/${name}`];
  return [
    endpoint({ paths: path('get'), unauthenticated: 403, methods: { get } }),
    endpoint({ paths: path('series'), unauthenticated: 403, methods: { get: series } }),
    endpoint({ paths: path('history'), unauthenticated: 403, methods: { get: history } }),
  ];
}

/** Returns NaN, which no idmodel equals, for a text that is not a number. */
function numberOf(idmodel: string): number {
  return NUMBER.test(idmodel.trim()) ? Number(idmodel) : Number.NaN;
}

/** Returns the JSON of `strategy_output`. */
function outputJson({ outputs }: PurchaseWithOutputs, idmodel: string | undefined): string {
  if (idmodel === undefined) return `[${outputs.map(({ json }) => json).join(',')}]`;
  const error = `idmodel ${idmodel} not found in strategy_output.`;
  return outputs[0]?.json ?? JSON.stringify({ error });
}

/** The stored outputs are inserted as text: they can be large, and are JSON already. */
function purchaseJson({ purchase }: PurchaseWithOutputs, output: string): string {
  const { id, status, error, createdAt } = purchase;
  const head = JSON.stringify({ id, status, error, created_at: createdAt });
  return `${head.slice(0, -1)},"strategy_output":${output}}`;
}

function eventJson(event: PurchaseEvent): object {
  if (event.type === 'status') return event;
  const { type, at, idmodel, note, decidedBy, tooLate } = event;
  return { type, at, idmodel, note, decided_by: decidedBy, too_late: tooLate };
}
