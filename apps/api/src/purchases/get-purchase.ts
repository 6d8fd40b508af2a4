import type { PurchaseStore, PurchaseWithOutputs } from '@solano/domain';
import { readPurchase } from '@solano/domain';
import type { RequestHandler } from 'express';
import type { BodyLimit } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { pathText, queryText } from '../http/query.ts';
import { customerOf } from '../http/state.ts';
import { sendWhole } from '../http/whole-answer.ts';
import { GET_PURCHASE } from './document.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export interface GetPurchaseDeps {
  readonly purchases: PurchaseStore;
  readonly identify: RequestHandler;
  /** Memory for answers that are sent as a whole. */
  readonly answers: BodyLimit;
}

/** `GET /api/v0/user/<user>/purchase/<id>/get`, of one model where `idmodel` names it. */
export function getPurchaseEndpoint(deps: GetPurchaseDeps): Endpoint {
  const get: RequestHandler = async (req, res) => {
    const address = {
      id: pathText(req, 'purchase').toLowerCase(),
      user: pathText(req, 'user'),
      customerId: customerOf(res).id,
    };
    // Empty is as good as absent: forms and templates send it so.
    const idmodel = queryText(req, 'idmodel') || undefined;
    const wanted = idmodel === undefined ? undefined : numberOf(idmodel);
    const found = await readPurchase(deps.purchases, address, wanted);
    sendWhole(res, 'json', answer(found, outputOf(found, idmodel)), deps.answers);
  };

  return {
    paths: ['/api/v0/user/:user/purchase/:purchase/get'],
    unauthenticated: 403,
    failure: { detail: 'Internal server error.' },
    identify: deps.identify,
    methods: { get: { scopes: ['read', 'purchases'], handle: get, about: GET_PURCHASE } },
  };
}

/** NaN, which no idmodel equals, for what is no number. */
function numberOf(idmodel: string): number {
  return NUMBER.test(idmodel.trim()) ? Number(idmodel) : Number.NaN;
}

/** The JSON of `strategy_output`. */
function outputOf({ outputs }: PurchaseWithOutputs, idmodel: string | undefined): string {
  if (idmodel === undefined) return `[${outputs.map(({ json }) => json).join(',')}]`;
  const error = `idmodel ${idmodel} not found in strategy_output.`;
  return outputs[0]?.json ?? JSON.stringify({ error });
}

/** The outputs go in as they were stored: they can be large, and are JSON already. */
function answer({ purchase }: PurchaseWithOutputs, output: string): string {
  const { id, status, error, createdAt } = purchase;
  const head = JSON.stringify({ id, status, error, created_at: createdAt });
  return `${head.slice(0, -1)},"strategy_output":${output}}`;
}
