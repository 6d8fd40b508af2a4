import type { ForecastDeps } from '@solano/domain/assets';
import { FORECAST_EXPORT_QUERIES, FORECAST_QUERIES } from '@solano/schemas';
import type { BodyLimit } from '../body/limit.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { Read } from '../readers/reader-threads.ts';
import {
  CUSTOM_FORECAST,
  EXPORT_CUSTOM,
  EXPORT_LATEST,
  EXPORT_NORMALIZED,
  LATEST_FORECAST,
  NORMALIZED_FORECAST,
} from './document.ts';
import { ExportRenderer } from './export-renderer.ts';
import { ForecastSources } from './forecast-sources.ts';
import { formEndpoints } from './form-endpoints.ts';
import { TextRenderer } from './text-renderer.ts';

interface ForecastRoutesDeps extends ForecastDeps {
  readonly responses: BodyLimit;
  readonly read: Read;
}

/** `GET /api/v0/forecasts/latest/`, `normalized/` and `custom/`, and `export` below each. */
export function forecastEndpoints(deps: ForecastRoutesDeps): Endpoint[] {
  const sources = new ForecastSources(deps);
  return [
    ...formEndpoints(deps, {
      ending: '',
      queries: FORECAST_QUERIES,
      metadata: {
        latest: LATEST_FORECAST,
        normalized: NORMALIZED_FORECAST,
        custom: CUSTOM_FORECAST,
      },
      renderer: new TextRenderer(sources, deps.responses),
    }),
    ...formEndpoints(deps, {
      ending: '/export',
      queries: FORECAST_EXPORT_QUERIES,
      metadata: { latest: EXPORT_LATEST, normalized: EXPORT_NORMALIZED, custom: EXPORT_CUSTOM },
      renderer: new ExportRenderer(sources),
    }),
  ];
}
