import {
  dateAfter,
  datesBetween,
  HOUR_MS,
  invalidRequest,
  requireDate,
  startOfDate,
} from '@solano/domain/kernel';
import type { WeatherPlace } from '../weather/weather-place.ts';
import { type FetchedRun, type FetchWeatherDeps, fetchRun } from './fetch-run.ts';
import type { WeatherSource } from './weather-source.ts';

const MAX_DAYS = 1_500;
/** Of past days the runs of 00:00 and 12:00 UTC are asked for: what is known at each morning and evening. */
const BACK_FILLED_MS = 12 * HOUR_MS;
/** Requests in a row without a response before no more are sent. */
const MAX_FAILED = 2;

export interface BackFillOptions {
  /** First and last Madrid day on which runs were issued, `YYYY-MM-DD`. */
  readonly since: string;
  readonly until: string;
  readonly places: readonly WeatherPlace[];
  readonly onProgress?: (done: number, total: number, issuedAt: Date) => void;
}

/**
 * Asks a source for past runs of places, each as it was issued, and stores it as known from its latest
 * usual time on. Runs that are stored already are not asked for. Errors: `invalid_request` for days that are
 * none, not in order or too many, `store_unavailable`.
 */
export async function backFillWeather(
  deps: FetchWeatherDeps,
  source: WeatherSource,
  { since, until, places, onProgress }: BackFillOptions,
): Promise<FetchedRun[]> {
  const issues = pastIssues(source, since, until, deps.clock().getTime());
  const batches = Array.from({ length: Math.ceil(places.length / source.maxPlaces) }, (_, i) =>
    places.slice(i * source.maxPlaces, (i + 1) * source.maxPlaces),
  );
  const fetched: FetchedRun[] = [];
  let failed = 0;
  for (const [done, issuedAt] of issues.entries()) {
    onProgress?.(done, issues.length, new Date(issuedAt));
    for (const batch of batches) {
      const lacking = await lackingPlaces(deps, source, batch, issuedAt);
      if (lacking.length === 0) continue;
      const knownAt = issuedAt + source.latestMs;
      const outcome = await fetchRun(deps, source, lacking, { issuedAt, knownAt });
      fetched.push(outcome);
      failed = outcome.result === 'unavailable' ? failed + 1 : 0;
      if (failed >= MAX_FAILED) return fetched;
    }
  }
  return fetched;
}

/** When (ms) the runs of some Madrid days that are known by now were issued. */
function pastIssues(source: WeatherSource, since: string, until: string, now: number): number[] {
  for (const date of [since, until]) requireDate(date);
  const days = since <= until ? datesBetween(since, until).length : 0;
  if (days === 0 || days > MAX_DAYS) {
    const message = `From ${since} to ${until} are ${days} days: 1 to ${MAX_DAYS} can be back-filled.`;
    throw invalidRequest(message);
  }
  const everyMs = Math.max(source.issueEveryMs, BACK_FILLED_MS);
  const end = Math.min(startOfDate(dateAfter(until, 1)), now - source.latestMs);
  const issues: number[] = [];
  for (
    let issue = Math.ceil(startOfDate(since) / everyMs) * everyMs;
    issue < end;
    issue += everyMs
  ) {
    issues.push(issue);
  }
  return issues;
}

async function lackingPlaces(
  { weather }: FetchWeatherDeps,
  { name }: WeatherSource,
  places: readonly WeatherPlace[],
  issuedAt: number,
): Promise<WeatherPlace[]> {
  const stored = new Set<WeatherPlace>();
  const firstHours = { from: issuedAt, to: issuedAt + 2 * HOUR_MS };
  for await (const { place, runs } of weather.runs(places, firstHours)) {
    if (runs.some((run) => run.source === name && run.issuedAt === issuedAt)) stored.add(place);
  }
  return places.filter((place) => !stored.has(place));
}
