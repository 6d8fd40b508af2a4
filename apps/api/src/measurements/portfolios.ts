import { listPortfolios, type PortfolioSource } from '@solano/domain/energy';
import { ConsumptionPortfolio } from '@solano/schemas';
import { z } from 'zod';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { json } from '../http/response.ts';

const PORTFOLIOS: OperationMetadata = {
  id: 'listPortfolios',
  tag: 'Measured energy',
  summary: 'List the users and retailers that have measured consumption',
  description: 'Each pair once, by user, then retailer; 100 of them at most.',
  responses: {
    200: jsonResponse('The users and retailers.', z.array(ConsumptionPortfolio), {
      'A retailer of a user': [
        { user: 'ana', retailer_id: 'acme', first_start_utc: '2025-11-22T23:00:00.000Z' },
      ],
    }),
  },
};

export interface PortfolioRoutesDeps {
  readonly customerRecords: PortfolioSource;
}

/** `GET /api/v0/consumption/portfolios`: users and retailers that a form can suggest. */
export function portfoliosEndpoint({ customerRecords }: PortfolioRoutesDeps): Endpoint {
  const get = operation({
    scopes: ['read', 'uploads'],
    async handle({ caller }) {
      const portfolios = await listPortfolios(customerRecords, caller.customer.id);
      return json(
        portfolios.map(({ user, retailer, firstStart }) => {
          return { user, retailer_id: retailer, first_start_utc: firstStart };
        }),
      );
    },
    metadata: PORTFOLIOS,
  });
  return endpoint({ paths: ['/api/v0/consumption/portfolios'], methods: { get } });
}
