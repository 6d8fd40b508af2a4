import {
  type DecidedPurchase,
  type DecisionStore,
  listParties,
  listPurchases,
  type Purchase,
  type PurchaseStore,
  type RefreshDeps,
} from '@solano/domain/desk';
import type { ListedEvaluation } from '@solano/domain/desk/summary';
import { constantRuleJson, decisionJson, PurchasesQuery, UserPath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { LIST_PARTIES, LIST_PURCHASES } from './document.ts';

export interface ListPurchasesDeps extends RefreshDeps {
  readonly purchases: PurchaseStore;
  readonly decisions: DecisionStore;
}

/** `GET /api/v0/user/<user>/purchases`, newest first, a page at a time. */
export function listPurchasesEndpoint(deps: ListPurchasesDeps): Endpoint {
  const list = operation({
    scopes: ['read', 'purchases'],
    params: UserPath,
    query: PurchasesQuery,
    async handle({ caller, params, query }) {
      const { status: statuses, retailer_id: retailer, created_from: from, created_to: to } = query;
      const owner = { customerId: caller.customer.id, user: params.user };
      const { limit, cursor } = query;
      const filters = { statuses, retailer, from, to, limit, cursor };
      const page = await listPurchases(deps, { ...owner, ...filters });
      const worth = query.evaluation ? await evaluationsOf(deps, page.purchases) : undefined;
      const purchases = page.purchases.map((purchase) => ({
        ...toJson(purchase),
        ...(worth && { evaluation: evaluationJson(worth.get(purchase.id)) }),
      }));
      return json({ purchases, next_cursor: page.nextCursor });
    },
    metadata: LIST_PURCHASES,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchases'],
    failure: { error: 'Internal server error while listing purchases.' },
    methods: { get: list },
  });
}

async function evaluationsOf(deps: RefreshDeps, purchases: readonly Purchase[]) {
  const { listEvaluations } = await import('@solano/domain/desk/summary');
  return listEvaluations(deps, purchases);
}

/** `GET /api/v0/purchases/parties`: users and retailers that a form can suggest. */
export function listPartiesEndpoint({ purchases }: ListPurchasesDeps): Endpoint {
  const list = operation({
    scopes: ['read', 'purchases'],
    async handle({ caller }) {
      const parties = await listParties(purchases, caller.customer.id);
      return json(parties.map(({ user, retailer }) => ({ user, retailer_id: retailer })));
    },
    metadata: LIST_PARTIES,
  });

  return endpoint({
    paths: ['/api/v0/purchases/parties'],
    failure: { error: 'Internal server error while listing purchases.' },
    methods: { get: list },
  });
}

function toJson(purchase: DecidedPurchase): object {
  const { id, status, error, retailer, rows, createdAt, updatedAt, decision } = purchase;
  return {
    id,
    status,
    error,
    retailer_id: retailer,
    rows_uploaded: rows,
    created_at: createdAt,
    updated_at: updatedAt,
    decision: decision && decisionJson(decision),
  };
}

function evaluationJson(evaluation: ListedEvaluation | undefined): object | null {
  if (!evaluation) return null;
  const { firstDay, lastDay, countedModel, models, constantRules, bestConstantRule } = evaluation;
  return {
    first_day: firstDay,
    last_day: lastDay,
    counted_idmodel: countedModel,
    constant_rules: constantRules.map(constantRuleJson),
    best_constant_rule: bestConstantRule,
    models: models.map(({ expectedCost, idmodel, mwh, saved, realised }) => {
      return { idmodel, mwh, expected_cost: expectedCost, saved, realised: realisedJson(realised) };
    }),
  };
}

function realisedJson(realised: ListedEvaluation['models'][number]['realised']) {
  if (!realised) return null;
  const { restsOn, ...worth } = realised;
  return { rests_on: restsOn, ...worth };
}
