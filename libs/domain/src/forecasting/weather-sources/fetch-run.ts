import { type Clock, isSolanoError, rejectRows, toLine } from '@solano/domain/kernel';
import type { SourceResponse, SourceStates } from '@solano/domain/market';
import { sendRequest } from '@solano/domain/market/collection';
import { valueProblem } from '../weather/weather-fields.ts';
import type { WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherStore } from '../weather/weather-store.ts';
import type { ParsedWeather, RunTime, WeatherRequest, WeatherSource } from './weather-source.ts';

/** The stores and the clock that fetching needs. */
export interface WeatherPorts {
  readonly weather: WeatherStore;
  /** What is known of sources, those of weather too. */
  readonly market: SourceStates;
  readonly clock: Clock;
}

export interface FetchWeatherDeps extends WeatherPorts {
  readonly pause: (ms: number) => Promise<void>;
}

/** The result of asking for one run of some places. */
export interface FetchedRun {
  readonly source: string;
  readonly issuedAt: Date;
  readonly result: 'stored' | 'absent' | 'rejected' | 'unavailable';
  /** Places whose run is new. */
  readonly stored: number;
  /** Places for which the source has no value. */
  readonly empty: readonly WeatherPlace[];
  /** Why it was rejected or unavailable; empty where it was not. */
  readonly reason: string;
}

export interface FetchRunOptions {
  readonly issuedAt: number;
  /** When a past run became known; undefined: it is the newest, known as it is received. */
  readonly knownAt?: number;
}

/**
 * Asks a source for a run of places, as many as one request takes, and stores it. Requests are paced as those of
 * back-filling are. Errors: `store_unavailable`.
 */
export async function fetchRun(
  deps: FetchWeatherDeps,
  source: WeatherSource,
  places: readonly WeatherPlace[],
  { issuedAt, knownAt }: FetchRunOptions,
): Promise<FetchedRun> {
  const request = { kind: 'run', issuedAt, isPast: knownAt !== undefined, places } as const;
  const outcome = (result: FetchedRun['result'], reason = ''): FetchedRun => {
    const issued = new Date(issuedAt);
    return { source: source.name, issuedAt: issued, result, stored: 0, empty: [], reason };
  };
  const response = await ask(deps, source, request, 'back-fill');
  if (response.kind === 'unavailable') return outcome('unavailable', response.reason);
  if (response.kind !== 'document') return outcome('absent');
  const received = deps.clock();
  const parsed = parsedOr(() => requirePossible(source.parseRun(request, response.content)));
  if (typeof parsed === 'string') return outcome('rejected', parsed);
  let stored = 0;
  for (const [place, values] of parsed.runs) {
    const known = knownAt ?? received.getTime();
    const run = { source: source.name, issuedAt, knownAt: known, ...values };
    const { recorded } = await deps.weather.record(place, [run], received);
    stored += recorded;
  }
  const empty = places.filter((place) => !parsed.runs.has(place));
  return { ...outcome('stored'), stored, empty };
}

/**
 * The newest run of a source: what it says or, where it does not say, the newest that must be there by its
 * times. A text: why it is not known. Errors: `store_unavailable`.
 */
export async function newestRun(
  deps: FetchWeatherDeps,
  source: WeatherSource,
): Promise<RunTime | string> {
  const response = await ask(deps, source, { kind: 'newest' }, 'poll');
  if (response.kind === 'unavailable') return response.reason;
  if (response.kind === 'document') {
    const run = parsedOr(() => source.parseNewest(response.content));
    const isAhead = typeof run !== 'string' && run.issuedAt > deps.clock().getTime();
    return isAhead ? `its newest run is of ${new Date(run.issuedAt).toISOString()}` : run;
  }
  const { issueEveryMs, latestMs } = source;
  const last = deps.clock().getTime() - latestMs;
  const issuedAt = Math.floor(last / issueEveryMs) * issueEveryMs;
  return { issuedAt, availableAt: issuedAt + latestMs };
}

function ask(
  deps: FetchWeatherDeps,
  source: WeatherSource,
  request: WeatherRequest,
  requester: 'poll' | 'back-fill',
): Promise<SourceResponse> {
  return sendRequest(deps, source, request, requester);
}

/** Rejects values that weather cannot have, such as −9999 in the place of one that is missing. */
function requirePossible(parsed: ParsedWeather): ParsedWeather {
  for (const [place, { fields }] of parsed.runs) {
    for (const [name, values] of Object.entries(fields)) {
      for (const value of values) {
        const problem = valueProblem({ name, unit: '' }, value);
        if (problem) rejectRows([`${place}: ${name} ${problem.reason}`]);
      }
    }
  }
  return parsed;
}

/** What was parsed, or why it could not be. */
function parsedOr<T>(parse: () => T): T | string {
  try {
    return parse();
  } catch (error) {
    if (!isSolanoError(error, 'invalid_rows')) throw error;
    return toLine(error.problems[0] ?? error.message);
  }
}
