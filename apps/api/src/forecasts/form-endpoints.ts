import { hash } from 'node:crypto';
import {
  ALL_TYPES,
  DEFAULT_TYPE,
  type ForecastDeps,
  type ForecastFile,
  findAllCustom,
  findCustom,
  findLatest,
  findNormalized,
} from '@solano/domain/assets';
import { type ObjectInfo, zoneOf } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import type { ForecastQueries } from '@solano/schemas';
import type { z } from 'zod';
import { type Endpoint, endpoint, type Input, operation } from '../endpoint/endpoint.ts';
import type { OperationMetadata } from '../endpoint/operation.ts';
import type { RequestMetadata } from '../http/request.ts';
import type { HttpResponse } from '../http/response.ts';
import type { NormalizedOptions } from './forecast-text.ts';

/** The caller of a forecast, and the format of the response. */
export interface ForecastRequest<Format> {
  readonly caller: Caller;
  readonly request: RequestMetadata;
  readonly format: Format;
}

/** Makes the responses in some formats from the files that were found. */
export interface ForecastRenderer<Format> {
  single(forecastRequest: ForecastRequest<Format>, info: ObjectInfo): Promise<HttpResponse>;
  normalized(
    forecastRequest: ForecastRequest<Format>,
    files: readonly ForecastFile[],
    options: NormalizedOptions,
  ): Promise<HttpResponse>;
  allTypes(
    forecastRequest: ForecastRequest<Format>,
    files: readonly ForecastFile[],
  ): Promise<HttpResponse>;
}

/** The three forms of forecasts, in some formats. */
interface Forms<Format> {
  /** The part of the path after the form. */
  readonly ending: '' | '/export';
  readonly queries: ForecastQueries<Format>;
  readonly metadata: Readonly<Record<'latest' | 'normalized' | 'custom', OperationMetadata>>;
  readonly renderer: ForecastRenderer<Format>;
}

/** Returns the endpoints of the three forms: each finds its files, and has them rendered. */
export function formEndpoints<Format>(
  deps: ForecastDeps,
  { ending, queries, metadata, renderer }: Forms<Format>,
): Endpoint[] {
  const at = <Query extends z.ZodObject>(
    form: keyof typeof metadata,
    query: Query,
    handle: (input: Input<Caller, unknown, z.output<Query>, unknown>) => Promise<HttpResponse>,
  ) => {
    const what = form === 'normalized' ? 'normalized forecast' : 'forecast';
    return endpoint({
      failure: { error: `Failed to retrieve ${what}.` },
      paths: [`/api/v0/forecasts/${form}${ending}`],
      methods: {
        get: operation({
          scopes: ['read'],
          query,
          isShared: ending === '',
          handle,
          metadata: metadata[form],
        }),
      },
    });
  };
  return [
    at('latest', queries.latest, ({ caller, query: { format }, request }) => {
      const find = () => findLatest(deps, caller.customer);
      return withState(find, (info) => renderer.single({ caller, request, format }, info));
    }),
    at('normalized', queries.normalized, ({ caller, query, request }) => {
      const { format, plant, timezone, partial } = query;
      const zone = zoneOf(timezone || 'UTC');
      const find = () => findNormalized(deps, caller.customer, plant);
      return withState(find, (files) =>
        renderer.normalized({ caller, request, format }, files, { zone, partial }),
      );
    }),
    at('custom', queries.custom, ({ caller, query: { format, type }, request }) => {
      const { customer } = caller;
      const forecastRequest = { caller, request, format };
      if (type === ALL_TYPES) {
        const find = () => findAllCustom(deps, customer);
        return withState(find, (files) => renderer.allTypes(forecastRequest, files));
      }
      const find = () => findCustom(deps, customer, type || DEFAULT_TYPE);
      return withState(find, (info) => renderer.single(forecastRequest, info));
    }),
  ];
}

/** The response to what was found, which holds while the same is found. */
async function withState<Found extends object>(
  find: () => Promise<Found>,
  respond: (found: Found) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const found = await find();
  const response = await respond(found);
  const read = async () => revisionOf(await find());
  return { ...response, state: { revision: revisionOf(found), read } };
}

/** Digest of the files' keys, tags and times: thousands of plants are not kept for each response. */
function revisionOf(found: object): string {
  return hash('sha256', JSON.stringify(found), 'base64url');
}
