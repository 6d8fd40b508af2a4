import { Semaphore } from '@solano/async';
import type { RefreshDeps } from '@solano/domain/desk';
import type { DecidedModels, PurchaseSummary } from '@solano/domain/desk/summary';
import { PurchaseSummaryQuery, UserPath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { GET_SUMMARY } from './document.ts';

/** Summaries at a time: each takes a connection, and a core of PostgreSQL for up to half a second. */
const CONCURRENCY = 2;

/** `GET /api/v0/user/<user>/purchases/summary`. */
export function summaryEndpoint(deps: RefreshDeps): Endpoint {
  const semaphore = new Semaphore(CONCURRENCY);
  const get = operation({
    scopes: ['read', 'purchases'],
    params: UserPath,
    query: PurchaseSummaryQuery,
    async handle({ caller, params: { user }, query: { from, to, retailer_id: retailer } }) {
      const owner = { customerId: caller.customer.id, user };
      // Loaded on demand: few requests need it.
      const { summarisePurchases } = await import('@solano/domain/desk/summary');
      const filters = { ...owner, retailer, from, to };
      const summary = await semaphore.run(() => summarisePurchases(deps, filters));
      return json(summaryJson(summary));
    },
    metadata: GET_SUMMARY,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchases/summary'],
    failure: { error: 'Internal server error while summing up purchases.' },
    methods: { get },
  });
}

function summaryJson(summary: PurchaseSummary): object {
  const { leftOut, decisions, ...rest } = summary;
  return {
    currency: 'EUR',
    reference_idmodel: 1,
    ...rulesJson(rest),
    left_out: leftOut,
    decisions: decisions.map(({ restsOn, ...each }) => ({ ...rulesJson(each), rests_on: restsOn })),
  };
}

function rulesJson<T extends Pick<DecidedModels, 'constantRules' | 'bestConstantRule'>>(sums: T) {
  const { constantRules, bestConstantRule, ...rest } = sums;
  return { ...rest, constant_rules: constantRules, best_constant_rule: bestConstantRule };
}
