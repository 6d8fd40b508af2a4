import type { Plant } from '@solano/domain/assets';
import {
  deliveredForecast,
  forecastSeries,
  type OwnForecastSeriesDeps,
  type OwnPlantForecastDeps,
  ownForecastSeries,
  ownPlantForecast,
  type PlantForecastDeps,
  type PortfolioForecastDeps,
  portfolioForecast,
} from '@solano/domain/forecasting';
import type { Caller } from '@solano/domain/service';
import {
  ForecastSeriesQuery,
  PlantForecastPath,
  PlantForecastQuery,
  PortfolioForecastQuery,
} from '@solano/schemas';
import type { z } from 'zod';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import type { Read, Reader } from '../readers/reader-threads.ts';
import { deliveredOrOwn } from './delivered-or-own.ts';
import { FORECAST_SERIES, PLANT_FORECAST, PORTFOLIO_FORECAST } from './document.ts';
import { type ForecastRow, forecastTable, rowJson } from './forecast-rows.ts';
import type { sumRows } from './sum-reader.ts';

const SUM: Reader<typeof sumRows> = {
  script: new URL('./sum-reader.ts', import.meta.url),
  name: 'sumRows',
  isOfFiles: true,
};

type ForecastRoutesDeps = PlantForecastDeps &
  OwnPlantForecastDeps &
  OwnForecastSeriesDeps &
  PortfolioForecastDeps & { readonly read: Read };

type Query = z.output<typeof PlantForecastQuery>;

/** `GET /api/v0/plants/<id>/forecast`, its series, and `GET /api/v0/plants/forecast`. */
export function plantForecastEndpoints(deps: ForecastRoutesDeps): Endpoint[] {
  const newest = operation({
    scopes: ['read'],
    params: PlantForecastPath,
    query: PlantForecastQuery,
    async handle({ caller, params, query }) {
      const { plant, rows, ...head } = await newestOf(deps, caller, params.id, query);
      const { format, quantiles } = query;
      if (format !== 'json') return forecastTable(format, { plant }, rows, quantiles);
      return json({ plant, ...head, rows: rows.map((row) => rowJson(row, quantiles)) });
    },
    metadata: PLANT_FORECAST,
  });
  const series = operation({
    scopes: ['read'],
    params: PlantForecastPath,
    query: ForecastSeriesQuery,
    async handle({ caller, params, query }) {
      const { format, origin = 'delivered', quantiles, ...days } = query;
      const { plant, periods }: { plant: Plant; periods: readonly ForecastRow[] } =
        origin === 'solano'
          ? await ownForecastSeries(deps, caller.customer, params.id, days, quantiles)
          : await forecastSeries(deps, caller.customer, params.id, days);
      const levels = origin === 'solano' ? quantiles : [];
      if (format !== 'json') return forecastTable(format, { plant: plant.name }, periods, levels);
      const rows = periods.map((period) => rowJson(period, levels));
      return json({ plant: plant.name, lead: days.lead, origin, rows });
    },
    metadata: FORECAST_SERIES,
  });
  const sum = operation({
    scopes: ['read'],
    query: PortfolioForecastQuery,
    async handle({ caller, query }) {
      const { agrupation, quantiles, format } = query;
      const found = await portfolioForecast(deps, caller.customer, agrupation, knownOf(query));
      const bytes = found.inputs.plants.length;
      const request = { caller: caller.customer.id, bytes };
      const rows = await deps.read(SUM, found.inputs, request);
      const group = agrupation ?? null;
      if (format !== 'json') return forecastTable(format, { agrupation: group }, rows, quantiles);
      return json({
        agrupation: group,
        plants: found.plants,
        missing: found.missing,
        generated_at: found.generatedAt,
        rows: rows.map((row) => rowJson(row, quantiles)),
      });
    },
    metadata: PORTFOLIO_FORECAST,
  });

  const path = '/api/v0/plants';
  return [
    endpoint({ paths: [`${path}/forecast`], unauthenticated: 403, methods: { get: sum } }),
    endpoint({ paths: [`${path}/:id/forecast`], unauthenticated: 403, methods: { get: newest } }),
    endpoint({
      paths: [`${path}/:id/forecast/series`],
      unauthenticated: 403,
      methods: { get: series },
    }),
  ];
}

function knownOf({ as_of: asOf, resolution, quantiles }: Omit<Query, 'origin' | 'format'>) {
  return { asOf: asOf === undefined ? undefined : new Date(asOf), resolution, quantiles };
}

/** The newest forecast of a plant: where no origin is named, the delivered one, else the service’s own. */
async function newestOf(
  deps: ForecastRoutesDeps,
  caller: Caller,
  plantId: string,
  { origin, ...query }: Query,
) {
  const known = knownOf(query);
  const delivered = async () => {
    const found = await deliveredForecast(deps, caller.customer, plantId, known);
    const rows: readonly ForecastRow[] = found.periods;
    return {
      plant: found.plant.name,
      origin: 'delivered',
      method: null,
      generated_at: found.generatedAt,
      weather: null,
      rows,
    };
  };
  const own = async () => {
    const { plant, forecast, periods } = await ownPlantForecast(
      deps,
      caller.customer,
      plantId,
      known,
    );
    const { method, knownAt, weather } = forecast;
    return {
      plant: plant.name,
      origin: 'solano',
      method,
      generated_at: knownAt,
      weather: weather && { source: weather.source, issued_at: weather.issuedAt },
      rows: periods,
    };
  };
  if (origin === 'solano') return own();
  if (origin === 'delivered') return delivered();
  return deliveredOrOwn(delivered, own);
}
