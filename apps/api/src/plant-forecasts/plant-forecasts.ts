import {
  deliveredForecast,
  type ForecastPeriod,
  forecastSeries,
  type PlantForecastDeps,
} from '@solano/domain/forecasting';
import { labelOf, megawatts, SolanoError } from '@solano/domain/kernel';
import {
  ForecastSeriesQuery,
  PlantForecastPath,
  PlantForecastQuery,
  spanJson,
} from '@solano/schemas';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { type HttpResponse, json } from '../http/response.ts';
import { csvTable, parquet, spreadsheet } from '../http/spreadsheet-response.ts';
import { FORECAST_SERIES, PLANT_FORECAST } from './document.ts';

/** `GET /api/v0/plants/<id>/forecast` and `GET /api/v0/plants/<id>/forecast/series`. */
export function plantForecastEndpoints(deps: PlantForecastDeps): Endpoint[] {
  const newest = operation({
    scopes: ['read'],
    params: PlantForecastPath,
    query: PlantForecastQuery,
    async handle({ caller, params, query }) {
      const { as_of: asOf, resolution, quantiles, format } = query;
      if (query.origin === 'solano') throw noOwnForecast();
      const known = { asOf: asOf === undefined ? undefined : new Date(asOf), resolution };
      const found = await deliveredForecast(deps, caller.customer, params.id, known);
      const { plant, generatedAt, periods } = found;
      if (format !== 'json') return table(format, plant.name, periods, quantiles);
      return json({
        plant: plant.name,
        origin: 'delivered',
        method: null,
        generated_at: generatedAt,
        weather: null,
        rows: periods.map((period) => forecastRow(period, quantiles)),
      });
    },
    metadata: PLANT_FORECAST,
  });
  const series = operation({
    scopes: ['read'],
    params: PlantForecastPath,
    query: ForecastSeriesQuery,
    async handle({ caller, params, query }) {
      const { format, ...days } = query;
      const { plant, periods } = await forecastSeries(deps, caller.customer, params.id, days);
      if (format !== 'json') return table(format, plant.name, periods, []);
      const rows = periods.map((period) => forecastRow(period, []));
      return json({ plant: plant.name, lead: days.lead, rows });
    },
    metadata: FORECAST_SERIES,
  });

  const path = '/api/v0/plants/:id/forecast';
  return [
    endpoint({ paths: [path], unauthenticated: 403, methods: { get: newest } }),
    endpoint({ paths: [`${path}/series`], unauthenticated: 403, methods: { get: series } }),
  ];
}

function noOwnForecast(): SolanoError {
  return new SolanoError('not_found', 'The service has no forecast of its own of this plant.');
}

/** A period with its quantiles, which a delivered forecast does not have. */
function forecastRow(
  { start, end, microMw, availableMicroMw }: ForecastPeriod,
  quantiles: readonly number[],
): object {
  return {
    ...spanJson(start, end),
    datetime: labelOf(end),
    mw: megawatts(microMw),
    ...Object.fromEntries(quantiles.map((quantile) => [`p${quantile}`, null])),
    available_mw: megawatts(availableMicroMw),
    ...Object.fromEntries(quantiles.map((quantile) => [`available_p${quantile}`, null])),
  };
}

const TABLES = { csv: csvTable, xlsx: spreadsheet, parquet };

/** A forecast as a file for spreadsheets or data tools. */
function table(
  format: keyof typeof TABLES,
  plant: string,
  periods: readonly ForecastPeriod[],
  quantiles: readonly number[],
): HttpResponse {
  const power = (header: string): SheetColumn => ({ header, type: 'number', decimals: 6 });
  const sheet = {
    name: 'forecast',
    columns: [
      { header: 'plant', type: 'text' },
      { header: 'start_utc', type: 'instant', width: 18 },
      { header: 'end_utc', type: 'instant', width: 18 },
      { header: 'datetime', type: 'datetime', width: 18 },
      power('mw'),
      ...quantiles.map((quantile) => power(`p${quantile}`)),
      power('available_mw'),
      ...quantiles.map((quantile) => power(`available_p${quantile}`)),
    ] satisfies SheetColumn[],
    rows: cellsOf(
      plant,
      periods,
      quantiles.map(() => null),
    ),
  };
  return TABLES[format](`forecast.${format}`, sheet);
}

async function* cellsOf(
  plant: string,
  periods: readonly ForecastPeriod[],
  none: readonly null[],
): AsyncGenerator<readonly CellValue[]> {
  for (const { start, end, microMw, availableMicroMw } of periods) {
    const { start_utc, end_utc } = spanJson(start, end);
    const [mw, available] = [megawatts(microMw), megawatts(availableMicroMw)];
    yield [plant, start_utc, end_utc, labelOf(end), mw, ...none, available, ...none];
  }
}
