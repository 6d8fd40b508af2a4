import {
  type ConsumptionForecastDeps,
  consumptionForecast,
  consumptionPeriods,
  consumptionScore,
} from '@solano/domain/forecasting';
import { PromiseCache } from '@solano/domain/kernel';
import { ConsumptionForecastQuery, ConsumptionScoreQuery, PortfolioPath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { csvTable, spreadsheet } from '../http/spreadsheet-response.ts';
import type { Read, Reader } from '../readers/reader-threads.ts';
import { ComputedForecasts } from './computed-forecasts.ts';
import { CONSUMPTION_FORECAST, CONSUMPTION_SCORE } from './document.ts';
import { type ForecastPurchaseDeps, forecastPurchase } from './forecast-purchase.ts';
import type { scoreMembers } from './score-reader.ts';

const SCORE: Reader<typeof scoreMembers> = {
  script: new URL('./score-reader.ts', import.meta.url),
  name: 'scoreMembers',
  isOfFiles: true,
};
/** Scores that are cached; each has some kB. */
const MAX_SCORES = 500;

type ConsumptionForecastRoutesDeps = ConsumptionForecastDeps &
  ForecastPurchaseDeps & { readonly read: Read };

/**
 * `GET /api/v0/user/<user>/consumption/forecast`, `GET …/consumption/score` and
 * `POST …/consumption/forecast/purchase`.
 */
export function consumptionForecastEndpoints(deps: ConsumptionForecastRoutesDeps): Endpoint[] {
  const forecasts = new ComputedForecasts(deps.read);
  const scores = new PromiseCache<object>(MAX_SCORES);

  const forecast = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: ConsumptionForecastQuery,
    async handle({ caller, params, query }) {
      const { group, from, to, quantiles, as_of: asOf, format } = query;
      const pending = await consumptionForecast(deps, {
        ...consumerOf(caller, params.user, query),
        from,
        to,
        asOf: asOf === undefined ? undefined : new Date(asOf),
      });
      const { days, weather } = await forecasts.forecast(caller, pending);
      const periods = consumptionPeriods(days, quantiles, pending.lossFactorOn);
      // Loaded on demand: few requests need it.
      const { forecastTable, rowJson } = await import('./forecast-rows.ts');
      if (format !== 'json') return forecastTable(format, group ?? null, periods, quantiles);
      return json({
        group: group ?? null,
        groups: pending.groups,
        as_of: pending.asOf,
        weather: weather && { source: weather.source, issued_at: new Date(weather.issuedAt) },
        rows: periods.map((period) => rowJson(period, quantiles)),
      });
    },
    metadata: CONSUMPTION_FORECAST,
  });

  const score = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: ConsumptionScoreQuery,
    async handle({ caller, params, query }) {
      const { group, from, to } = query;
      const consumers = consumerOf(caller, params.user, query);
      const pending = await consumptionScore(deps, { ...consumers, from, to });
      const figures = await scores.get(pending.revision, async () => {
        const inputs = await pending.load();
        const request = { caller: caller.customer.id, bytes: inputs.groups.length };
        return (await deps.read(SCORE, inputs, request)).score;
      });
      const head = { group: group ?? null, from: pending.from, to: pending.to };
      const found = { ...head, lead: 'day_ahead', ...figures };
      if (query.format === 'json') return json(found);
      const { scoreSheet } = await import('./score-sheet.ts');
      const sheet = scoreSheet(found as Parameters<typeof scoreSheet>[0]);
      if (query.format === 'csv') return csvTable('scores.csv', sheet);
      return spreadsheet('scores.xlsx', sheet);
    },
    metadata: CONSUMPTION_SCORE,
  });

  const path = '/api/v0/user/:user/consumption';
  return [
    endpoint({ paths: [`${path}/forecast`], methods: { get: forecast } }),
    endpoint({ paths: [`${path}/score`], methods: { get: score } }),
    endpoint({
      paths: [`${path}/forecast/purchase`],
      methods: { post: forecastPurchase(deps, forecasts) },
      failure: { error: 'Internal server error while creating purchase.' },
    }),
  ];
}

function consumerOf(
  { customer }: { readonly customer: { readonly id: string } },
  user: string,
  {
    retailer_id: retailer,
    group,
  }: { readonly retailer_id: string; readonly group?: string | undefined },
) {
  return { customerId: customer.id, portfolio: { user, retailer }, group };
}
