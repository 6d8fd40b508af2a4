import type { Caller, ForecastDeps, ForecastFile, ObjectInfo } from '@solano/domain';
import {
  ALL_TYPES,
  DEFAULT_TYPE,
  findAllCustom,
  findCustom,
  findLatest,
  findNormalized,
  zoneOf,
} from '@solano/domain';
import { CustomForecastQuery, ForecastQuery, NormalizedForecastQuery } from '@solano/schemas';
import type { BodyLimit } from '../body/limit.ts';
import { buffered } from '../http/buffered-response.ts';
import { type Endpoint, operation } from '../http/endpoint.ts';
import { attachment, csvFile, validatorsOf } from '../http/file-response.ts';
import type { RequestMetadata } from '../http/request.ts';
import type { HttpResponse } from '../http/response.ts';
import { unlessUnchanged } from '../http/validators.ts';
import type { Read } from '../readers/reader-threads.ts';
import { CUSTOM_FORECAST, LATEST_FORECAST, NORMALIZED_FORECAST } from './document.ts';
import { forecastExportEndpoints } from './export.ts';
import { ForecastSources } from './forecast-sources.ts';
import { membersJson, normalizedCsv, normalizedJson, rowsJson } from './forecast-text.ts';
import { type ZipEntry, zip } from './forecast-zip.ts';
import { formEndpoints } from './form-endpoints.ts';
import { invalidPlants } from './invalid-plants.ts';

interface ForecastRoutesDeps extends ForecastDeps {
  readonly responses: BodyLimit;
  readonly read: Read;
}

/** `GET /api/v0/forecasts/latest/`, `normalized/` and `custom/`. */
export function forecastEndpoints(deps: ForecastRoutesDeps): Endpoint[] {
  const { responses } = deps;
  const sources = new ForecastSources(deps);

  const latest = operation({
    scopes: ['read'],
    query: ForecastQuery,
    handle: async ({ caller, query, request }) =>
      fileResponse(caller, request, await findLatest(deps, caller.customer), query.format),
    metadata: LATEST_FORECAST,
  });

  const normalized = operation({
    scopes: ['read'],
    query: NormalizedForecastQuery,
    async handle({ caller, query: { format, plant, timezone, partial }, request }) {
      const zone = zoneOf(timezone || 'UTC');
      const files = await findNormalized(deps, caller.customer, plant);
      const infos = files.map(({ info }) => info);
      const variant = `${format} ${zone.name}${partial ? ' partial' : ''}`;
      return unlessUnchanged(request, validatorsOf(infos, variant), async (headers) => {
        const write = format === 'csv' ? normalizedCsv : normalizedJson;
        const { content, invalid } = await sources.inTurn(caller, infos, () =>
          write(sources.of(caller), files, { zone, partial }),
        );
        const file = format === 'csv' ? attachment('normalized_forecast.csv') : {};
        const all = { ...headers, ...file, ...invalidPlants(invalid) };
        return buffered(
          { responses, caller },
          format === 'csv' ? 'text/csv' : 'json',
          content,
          all,
        );
      });
    },
    metadata: NORMALIZED_FORECAST,
  });

  const custom = operation({
    scopes: ['read'],
    query: CustomForecastQuery,
    async handle({ caller, query, request }) {
      const { format, type } = query;
      if (type !== ALL_TYPES) {
        const info = await findCustom(deps, caller.customer, type || DEFAULT_TYPE);
        return fileResponse(caller, request, info, format);
      }
      const files = await findAllCustom(deps, caller.customer);
      const infos = files.map(({ info }) => info);
      return unlessUnchanged(request, validatorsOf(infos, format), async (headers) => {
        if (format === 'csv') return zip(files.map(csvEntry), headers);
        const content = await sources.inTurn(caller, infos, () =>
          membersJson(sources.of(caller), files),
        );
        return buffered({ responses, caller }, 'json', content, headers);
      });
    },
    metadata: CUSTOM_FORECAST,
  });

  function fileResponse(
    caller: Caller,
    request: RequestMetadata,
    info: ObjectInfo,
    format: 'json' | 'csv',
  ): Promise<HttpResponse> {
    return unlessUnchanged(request, validatorsOf([info], format), async (headers) => {
      if (format === 'csv') return csvFile(await sources.cache.open(info), 'forecast.csv', headers);
      const content = await sources.inTurn(caller, [info], () =>
        rowsJson(sources.of(caller), info),
      );
      return buffered({ responses, caller }, 'json', content, headers);
    });
  }

  const csvEntry = ({ segment, info }: ForecastFile): ZipEntry => ({
    name: `${segment}_latest.csv`,
    modifiedAt: info.modifiedAt,
    open: () => sources.cache.open(info),
  });

  return [
    ...formEndpoints('', { latest, normalized, custom }),
    ...forecastExportEndpoints(deps, sources),
  ];
}
