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
import { type Clock, isSolanoError, type ObjectInfo, zoneOf } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import type { ForecastQueries } from '@solano/schemas';
import type { z } from 'zod';
import { type Endpoint, endpoint, type Input, operation } from '../endpoint/endpoint.ts';
import type { OperationMetadata } from '../endpoint/operation.ts';
import type { RequestMetadata } from '../http/request.ts';
import type { HttpResponse } from '../http/response.ts';
import { isSettled } from './derived-content-cache.ts';
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
      return withState(deps.clock, find, (info) =>
        renderer.single({ caller, request, format }, info),
      );
    }),
    at('normalized', queries.normalized, ({ caller, query, request }) => {
      const { format, plant, timezone, partial } = query;
      const zone = zoneOf(timezone || 'UTC');
      const find = () => findNormalized(deps, caller.customer, plant);
      return withState(deps.clock, find, (files) =>
        renderer.normalized({ caller, request, format }, files, { zone, partial }),
      );
    }),
    at('custom', queries.custom, ({ caller, query: { format, type }, request }) => {
      const { customer } = caller;
      const forecastRequest = { caller, request, format };
      if (type === ALL_TYPES) {
        const find = () => findAllCustom(deps, customer);
        return withState(deps.clock, find, (files) => renderer.allTypes(forecastRequest, files));
      }
      const find = () => findCustom(deps, customer, type || DEFAULT_TYPE);
      return withState(deps.clock, find, (info) => renderer.single(forecastRequest, info));
    }),
  ];
}

type Found = ObjectInfo | readonly ForecastFile[];

/**
 * The response to what was found, which holds while the same is found: not while a file may still change under its
 * tag. Where a file has gone before it was read, what is there instead counts.
 */
export async function withState<F extends Found>(
  clock: Clock,
  find: () => Promise<F>,
  respond: (found: F) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { found, response } = await respondToFound(find, respond);
  if (!infosOf(found).every((info) => isSettled(info, clock()))) return response;
  const read = async () => revisionOf(await find());
  return { ...response, state: { revision: revisionOf(found), read } };
}

function infosOf(found: Found): readonly ObjectInfo[] {
  return 'etag' in found ? [found] : found.map(({ info }) => info);
}

async function respondToFound<F extends Found>(
  find: () => Promise<F>,
  respond: (found: F) => Promise<HttpResponse>,
): Promise<{ readonly found: F; readonly response: HttpResponse }> {
  const found = await find();
  try {
    return { found, response: await respond(found) };
  } catch (error) {
    if (!isSolanoError(error, 'objects_unavailable')) throw error;
    const again = await find();
    if (revisionOf(again) === revisionOf(found)) throw error;
    return { found: again, response: await respond(again) };
  }
}

/** Digest of the files' keys, tags and times: thousands of plants are not kept for each response. */
function revisionOf(found: Found): string {
  return hash('sha256', JSON.stringify(found), 'base64url');
}
