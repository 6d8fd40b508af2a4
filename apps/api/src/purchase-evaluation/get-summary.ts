import { type SummariseDeps, summarisePurchases } from '@solano/domain';
import { PurchaseSummaryQuery, UserPath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../http/endpoint.ts';
import { json } from '../http/response.ts';
import { GET_SUMMARY } from './document.ts';

/** `GET /api/v0/user/<user>/purchases/summary`. */
export function summaryEndpoint(deps: SummariseDeps): Endpoint {
  const get = operation({
    scopes: ['read', 'purchases'],
    params: UserPath,
    query: PurchaseSummaryQuery,
    async handle({ caller, params: { user }, query: { from, to, retailer_id: retailer } }) {
      const owner = { customerId: caller.customer.id, user };
      const summary = await summarisePurchases(deps, { ...owner, retailer, from, to });
      return json({ currency: 'EUR', reference_idmodel: 1, ...summary });
    },
    metadata: GET_SUMMARY,
  });

  return endpoint({
    paths: ['/api/v0/user/:user/purchases/summary'],
    failure: { error: 'Internal server error while summing up purchases.' },
    methods: { get },
  });
}
