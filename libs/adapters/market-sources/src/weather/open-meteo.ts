import type {
  ParsedWeather,
  RunTime,
  WeatherRequest,
  WeatherSource,
} from '@solano/domain/forecasting';
import { HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import type { SourceResponse } from '@solano/domain/market';
import { type ErrorText, httpGet } from '../http-get.ts';
import {
  HOURS,
  OPEN_METEO_VARIABLES,
  parseForecasts,
  parseMetadata,
} from './open-meteo-response.ts';

export interface OpenMeteoOptions {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** Of a paid subscription; undefined: requests have none. */
  readonly key: string | undefined;
}

/** ECMWF’s IFS of 9 km: every 6 hours, the world over, and with the wind at 100 m. */
const MODEL = 'ecmwf_ifs';
/** Coordinates of one request; each counts as 1.2 calls of the 600 a minute that are free. */
const MAX_PLACES = 40;

/**
 * The forecasts of Open-Meteo (https://open-meteo.com/en/docs): the newest run by its forecast API, past ones by
 * its API of single runs, which are as they were issued.
 */
export class OpenMeteoSource implements WeatherSource {
  readonly name = 'open-meteo';
  readonly maxPlaces = MAX_PLACES;
  readonly issueEveryMs = 6 * HOUR_MS;
  // As observed, runs are there 5.5 to 7.5 hours after their issue.
  readonly earliestMs = 5 * HOUR_MS;
  readonly latestMs = 8 * HOUR_MS;
  readonly #options: OpenMeteoOptions;

  constructor(options: OpenMeteoOptions) {
    this.#options = options;
  }

  get(request: WeatherRequest): Promise<SourceResponse> {
    const url = request.kind === 'newest' ? this.#metadataUrl() : this.#forecastUrl(request);
    if (this.#options.key !== undefined) url.searchParams.set('apikey', this.#options.key);
    return httpGet(url, { headers: { accept: 'application/json' }, readError });
  }

  parseNewest(content: Uint8Array): RunTime {
    return parseMetadata(content);
  }

  parseRun(request: Extract<WeatherRequest, { kind: 'run' }>, content: Uint8Array): ParsedWeather {
    return { runs: parseForecasts(request, content) };
  }

  #metadataUrl(): URL {
    return new URL(`${this.#options.url}/data/${MODEL}/static/meta.json`);
  }

  #forecastUrl({ places, issuedAt, isPast }: Extract<WeatherRequest, { kind: 'run' }>): URL {
    const { url: base } = this.#options;
    const url = new URL(`${isPast ? singleRuns(base) : base}/v1/forecast`);
    const coordinates = places.map((place) => place.split(','));
    const hour = (ms: number) => new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
    const query = {
      latitude: coordinates.map(([lat]) => lat).join(','),
      longitude: coordinates.map(([, lon]) => lon).join(','),
      hourly: Object.keys(OPEN_METEO_VARIABLES).join(','),
      models: MODEL,
      wind_speed_unit: 'ms',
      temperature_unit: 'celsius',
      precipitation_unit: 'mm',
      timezone: 'GMT',
      timeformat: 'unixtime',
      start_hour: hour(issuedAt + HOUR_MS),
      end_hour: hour(issuedAt + HOURS * HOUR_MS),
      ...(isPast && { run: hour(issuedAt) }),
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

/** Open-Meteo’s own servers have single runs under another name; a server of one’s own under the same. */
export function singleRuns(base: string): string {
  return base.replace(
    /^(https?:\/\/(?:customer-)?)api\.open-meteo\.com/,
    '$1single-runs-api.open-meteo.com',
  );
}

const TOO_MANY = 429;
/** Limits of the free service are named in the reason; it sends no `Retry-After`. */
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/minutely/i, MINUTE_MS],
  [/hourly/i, HOUR_MS],
  [/daily|monthly/i, 6 * HOUR_MS],
];

function readError(status: number, body: string): ErrorText | undefined {
  const said = saidReason(body);
  const reason = said === undefined ? `answered ${status}` : `answered ${status}: ${said}`;
  if (status !== TOO_MANY) return { reason };
  const limit = LIMITS.find(([pattern]) => pattern.test(said ?? ''));
  return { reason, retryAfterMs: limit?.[1] ?? 10 * MINUTE_MS };
}

const MAX_REASON_LENGTH = 200;

/** The `reason` of `{"error": true, "reason": "…"}`, fit for a line of a log. */
function saidReason(body: string): string | undefined {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    if (typeof reason !== 'string') return undefined;
    return reason.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_LENGTH);
  } catch {
    return undefined;
  }
}
