import type { Caller, ForecastDeps, ObjectInfo } from '@solano/domain';
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
import type { Authenticate } from '../authentication/authentication.ts';
import type { BodyLimit } from '../body/limit.ts';
import { buffered } from '../http/buffered-response.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { endpoint, operation } from '../http/endpoint.ts';
import { attachment, csvFile, validatorsOf } from '../http/file-response.ts';
import type { RequestMetadata } from '../http/request.ts';
import type { HttpResponse } from '../http/response.ts';
import { notModified, validatorHeaders } from '../http/validators.ts';
import { FairQueue } from '../readers/fair-queue.ts';
import type { Read } from '../readers/reader-threads.ts';
import { orderOf } from '../readers/reader-threads.ts';
import { DerivedContentCache } from './derived-content-cache.ts';
import { CUSTOM_FORECAST, LATEST_FORECAST, NORMALIZED_FORECAST } from './document.ts';
import type { ForecastSource } from './forecast-text.ts';
import { membersJson, normalizedCsv, normalizedJson, rowsJson } from './forecast-text.ts';
import { zip } from './forecast-zip.ts';

export interface ForecastRoutesDeps extends ForecastDeps {
  readonly authenticate: Authenticate;
  readonly responses: BodyLimit;
  readonly read: Read;
}

/** Bytes of files that are many: to make a response of them takes seconds. */
const MANY_BYTES = 4 * 1024 * 1024;
/** Responses of many files that are made at once; one that waits longer is rejected before it costs anything. */
const LARGE_RESPONSES = { places: 2, perCaller: 1, maxWaitMs: 10_000 };

/** `GET /api/v0/forecasts/latest/`, `normalized/` and `custom/`. */
export function forecastEndpoints(deps: ForecastRoutesDeps): Endpoint[] {
  const { responses } = deps;
  const cache = new DerivedContentCache(deps);
  const queue = new FairQueue(LARGE_RESPONSES);
  const sourceOf = (caller: Caller): ForecastSource => ({
    cache,
    read: (input) => deps.read('forecast', input, orderOf(caller, input.content)),
  });
  /** Makes a response of the files, when its turn comes where they are large. */
  const inTurn = <T>(
    { customer }: Caller,
    infos: readonly ObjectInfo[],
    make: () => Promise<T>,
  ): Promise<T> => {
    const bytes = infos.reduce((sum, { size }) => sum + size, 0);
    return bytes > MANY_BYTES ? queue.run(customer.id, make) : make();
  };

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
      const validators = validatorsOf(infos, variant);
      const unchanged = notModified(request, validators);
      if (unchanged) return unchanged;
      const write = format === 'csv' ? normalizedCsv : normalizedJson;
      const { content, invalid } = await inTurn(caller, infos, () =>
        write(sourceOf(caller), files, { zone, partial }),
      );
      const headers = {
        ...validatorHeaders(validators),
        ...(format === 'csv' && attachment('normalized_forecast.csv')),
        ...(invalid.length > 0 && { 'X-Invalid-Plant': headerOf(invalid) }),
      };
      const type = format === 'csv' ? 'text/csv' : 'json';
      return buffered({ responses, caller }, type, content, headers);
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
      const validators = validatorsOf(infos, format);
      const unchanged = notModified(request, validators);
      if (unchanged) return unchanged;
      const headers = validatorHeaders(validators);
      if (format === 'csv') return zip(cache, files, headers);
      const content = await inTurn(caller, infos, () => membersJson(sourceOf(caller), files));
      return buffered({ responses, caller }, 'json', content, headers);
    },
    metadata: CUSTOM_FORECAST,
  });

  async function fileResponse(
    caller: Caller,
    request: RequestMetadata,
    info: ObjectInfo,
    format: 'json' | 'csv',
  ): Promise<HttpResponse> {
    const validators = validatorsOf([info], format);
    const unchanged = notModified(request, validators);
    if (unchanged) return unchanged;
    const headers = validatorHeaders(validators);
    if (format === 'csv') return csvFile(await cache.open(info), 'forecast.csv', headers);
    const content = await inTurn(caller, [info], () => rowsJson(sourceOf(caller), info));
    return buffered({ responses, caller }, 'json', content, headers);
  }

  const shared = { unauthenticated: 401, authenticate: deps.authenticate } as const;
  const failed = (what: string) => ({ failure: { error: `Failed to retrieve ${what}.` } });
  return [
    endpoint({
      ...shared,
      ...failed('forecast'),
      paths: ['/api/v0/forecasts/latest'],
      methods: { get: latest },
    }),
    endpoint({
      ...shared,
      ...failed('normalized forecast'),
      paths: ['/api/v0/forecasts/normalized'],
      methods: { get: normalized },
    }),
    endpoint({
      ...shared,
      ...failed('forecast'),
      paths: ['/api/v0/forecasts/custom'],
      methods: { get: custom },
    }),
  ];
}

/** Clients take headers of some kilobytes: the names beyond are left out. */
const MAX_HEADER_LENGTH = 4_096;

/** Names between commas; percent-encoded, as a header holds no other letters than ASCII. */
function headerOf(names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const longer = `${text === '' ? '' : `${text}, `}${encodeURIComponent(name)}`;
    if (longer.length > MAX_HEADER_LENGTH) break;
    text = longer;
  }
  return text;
}
