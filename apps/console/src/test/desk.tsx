import { screen } from '@testing-library/dom';
import { Page } from '../pages/desk-page.tsx';
import { deviation, listed, market, modelWorth, worth } from './examples.ts';
import { serve } from './service.ts';
import { textOf, visit } from './visit.tsx';

/** The moment at which the tests of the desk look at it. */
export const NOW = Date.parse('2026-11-24T10:00Z');

/** The days of the delivery of tomorrow. */
export const TOMORROW = ['2026-11-25', '2026-11-25'] as const;

export const ANA = { user: 'ana', retailer_id: 'acme' };
export const PURCHASE = '/api/v0/user/ana/purchase';
export const PORTFOLIOS = 'GET /api/v0/consumption/portfolios';
export const CONSUMPTION = 'GET /api/v0/user/ana/consumption/';
export const DEVIATION = 'GET /api/v0/user/ana/deviation';

/** A purchase with delivery on some days, as the list has it. */
export function purchase(
  id: string,
  [first_day, last_day]: readonly [string, string],
  decision: ReturnType<typeof listed>['decision'] = null,
) {
  const models = [{ ...modelWorth(1, '0.00'), mwh: 36, expected_cost: '1234.50' }];
  return listed({ id, decision, evaluation: worth({ first_day, last_day, models }) });
}

/** Shows the desk at a service that has answers for it; returns the requests that it receives. */
export function openDesk(answers: Record<string, unknown> = {}, address = '#/') {
  location.hash = address;
  const received = serve({
    'GET /api/v0/purchases/parties': [ANA],
    [PORTFOLIOS]: [{ ...ANA, first_start_utc: '2025-11-22T23:00:00.000Z' }],
    'GET /api/v0/markets/gates': [],
    'GET /api/v0/user/ana/purchases': { purchases: [], next_cursor: null },
    'GET /api/v0/user/ana/purchases/summary': {
      purchases: 0,
      evaluated: 0,
      undecided: 0,
      decisions: [],
      models: [],
      constant_rules: [],
      left_out: { expected: 0, realised: 0 },
    },
    [CONSUMPTION]: [],
    [DEVIATION]: deviation(),
    'GET /api/v0/plants/scores': [],
    'GET /api/v0/markets/': [
      market(),
      market({ session: 'MID1', newest_realised_day: null, late_by_seconds: 7_200 }),
    ],
    'GET /api/v0/webhooks': [],
    'HEAD /api/v0/forecasts/normalized/': new Response(null, {
      headers: { 'Last-Modified': 'Tue, 24 Nov 2026 07:00:00 GMT' },
    }),
    ...answers,
  });
  visit(<Page />);
  return received;
}

/** The figure under a name. */
export async function figure(name: string | RegExp): Promise<string> {
  const title = await screen.findByText(name, { selector: 'dt' });
  return textOf(title.nextElementSibling);
}
