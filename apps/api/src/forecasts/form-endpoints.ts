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
import type { ForecastQueries } from '@solano/schemas';
import { type Endpoint, endpoint, type OperationOf, operation } from '../http/endpoint.ts';
import type { RequestMetadata } from '../http/request.ts';
import type { HttpResponse } from '../http/response.ts';
import type { OperationMetadata } from '../openapi/operation.ts';
import type { NormalizedOptions } from './forecast-text.ts';

/** Who asks for a forecast, and the format of the response. */
export interface ForecastRequest<Format> {
  readonly caller: Caller;
  readonly request: RequestMetadata;
  readonly format: Format;
}

/** Makes the responses in some formats from the files that were found. */
export interface ForecastRenderer<Format> {
  single(asked: ForecastRequest<Format>, info: ObjectInfo): Promise<HttpResponse>;
  normalized(
    asked: ForecastRequest<Format>,
    files: readonly ForecastFile[],
    options: NormalizedOptions,
  ): Promise<HttpResponse>;
  allTypes(asked: ForecastRequest<Format>, files: readonly ForecastFile[]): Promise<HttpResponse>;
}

/** The three forms of forecasts, in some formats. */
interface Forms<Format> {
  /** Follows the form in the path. */
  readonly ending: '' | '/export';
  readonly queries: ForecastQueries<Format>;
  readonly metadata: Readonly<Record<'latest' | 'normalized' | 'custom', OperationMetadata>>;
  readonly renderer: ForecastRenderer<Format>;
}

/** The endpoints of the three forms: each finds its files, and has them rendered. */
export function formEndpoints<Format>(deps: ForecastDeps, forms: Forms<Format>): Endpoint[] {
  const at = (form: string, name: string, get: OperationOf<Caller>) =>
    endpoint({
      failure: { error: `Failed to retrieve ${name}.` },
      paths: [`/api/v0/forecasts/${form}${forms.ending}`],
      methods: { get },
    });
  return [
    at('latest', 'forecast', latestForecast(deps, forms)),
    at('normalized', 'normalized forecast', normalizedForecast(deps, forms)),
    at('custom', 'forecast', customForecast(deps, forms)),
  ];
}

function latestForecast<Format>(
  deps: ForecastDeps,
  { queries, metadata, renderer }: Forms<Format>,
): OperationOf<Caller> {
  return operation({
    scopes: ['read'],
    query: queries.latest,
    async handle({ caller, query: { format }, request }) {
      return renderer.single({ caller, request, format }, await findLatest(deps, caller.customer));
    },
    metadata: metadata.latest,
  });
}

function normalizedForecast<Format>(
  deps: ForecastDeps,
  { queries, metadata, renderer }: Forms<Format>,
): OperationOf<Caller> {
  return operation({
    scopes: ['read'],
    query: queries.normalized,
    async handle({ caller, query: { format, plant, timezone, partial }, request }) {
      const zone = zoneOf(timezone || 'UTC');
      const files = await findNormalized(deps, caller.customer, plant);
      return renderer.normalized({ caller, request, format }, files, { zone, partial });
    },
    metadata: metadata.normalized,
  });
}

function customForecast<Format>(
  deps: ForecastDeps,
  { queries, metadata, renderer }: Forms<Format>,
): OperationOf<Caller> {
  return operation({
    scopes: ['read'],
    query: queries.custom,
    async handle({ caller, query: { format, type }, request }) {
      const { customer } = caller;
      const asked = { caller, request, format };
      if (type === ALL_TYPES) return renderer.allTypes(asked, await findAllCustom(deps, customer));
      return renderer.single(asked, await findCustom(deps, customer, type || DEFAULT_TYPE));
    },
    metadata: metadata.custom,
  });
}
