import { HOUR_MS, type Log, MINUTE_MS } from '@solano/domain/kernel';
import { hourly, type Schedule } from '@solano/domain/service';
import type { WeatherPlace } from '../weather/weather-place.ts';
import { type FetchedRun, type FetchWeatherDeps, fetchRun, newestRun } from './fetch-run.ts';
import { type WantedPlaceDeps, wantedPlaces } from './wanted-places.ts';
import type { WeatherSource } from './weather-source.ts';

/** Not all servers of a source have a run at once. */
const SPREAD_MS = 10 * MINUTE_MS;
/** A place without values is asked for again after that long, or of the next run. */
const EMPTY_MS = 6 * HOUR_MS;

export interface CollectWeatherDeps extends FetchWeatherDeps, WantedPlaceDeps {
  readonly weatherSources: readonly WeatherSource[];
  readonly log: Log;
}

/** What asking a source came to; without a run where it is not known which is the newest. */
export type CollectedWeather =
  | FetchedRun
  | { readonly source: string; readonly result: 'unavailable'; readonly reason: string };

/** Looks every ten minutes whether a source has a run that some place lacks; none is asked before it can be due. */
export function weatherSchedule(deps: CollectWeatherDeps): Schedule {
  const collector = new WeatherCollector(deps);
  return {
    name: 'weather',
    times: hourly('01', '11', '21', '31', '41', '51'),
    run: async () => {
      await collector.collect();
    },
  };
}

/** Collects the newest runs of all sources for all places. */
export class WeatherCollector {
  readonly #deps: CollectWeatherDeps;
  /** By source, place and run: when (ms) a place that had no values may be asked for again. */
  readonly #empty = new Map<string, number>();
  /** The last failure of each source, which is logged once. */
  readonly #failures = new Map<string, string>();

  constructor(deps: CollectWeatherDeps) {
    this.#deps = deps;
  }

  /**
   * Asks each source for its newest run of the places that lack it. After a request without a response a source
   * gets no more until the next call. Errors: `store_unavailable`.
   */
  async collect(): Promise<CollectedWeather[]> {
    const { weatherSources } = this.#deps;
    if (weatherSources.length === 0) return [];
    const places = await wantedPlaces(this.#deps);
    const collected: CollectedWeather[] = [];
    for (const source of weatherSources) {
      const own = await this.#collect(source, places);
      this.#logFailure(source, own);
      collected.push(...own);
    }
    return collected;
  }

  #logFailure({ name }: WeatherSource, collected: readonly CollectedWeather[]): void {
    if (collected.length === 0) return;
    const failed = collected.find(
      ({ result }) => result === 'unavailable' || result === 'rejected',
    );
    if (failed && failed.reason !== this.#failures.get(name)) {
      const { result, reason } = failed;
      this.#deps.log.warn({ source: name, reason }, `weather ${result}: ${name} ${reason}`);
    }
    this.#failures.set(name, failed?.reason ?? '');
  }

  async #collect(source: WeatherSource, all: readonly WeatherPlace[]): Promise<CollectedWeather[]> {
    const { name } = source;
    const issued = await this.#issued(source, all);
    if (!this.#isDue(source, all, issued)) return [];
    const newest = await newestRun(this.#deps, source);
    if (typeof newest === 'string')
      return [{ source: name, result: 'unavailable', reason: newest }];
    const { issuedAt, availableAt } = newest;
    const now = this.#deps.clock().getTime();
    if (now < availableAt + SPREAD_MS && now >= availableAt) return [];
    const lacking = all.filter((place) => {
      const known = issued.get(place);
      const again = this.#empty.get(`${name} ${place} ${issuedAt}`) ?? 0;
      return (known === undefined || known < issuedAt) && again <= now;
    });
    return this.#fetch(source, lacking, issuedAt);
  }

  async #fetch(
    source: WeatherSource,
    places: readonly WeatherPlace[],
    issuedAt: number,
  ): Promise<FetchedRun[]> {
    const fetched: FetchedRun[] = [];
    for (let first = 0; first < places.length; first += source.maxPlaces) {
      const batch = places.slice(first, first + source.maxPlaces);
      const outcome = await fetchRun(this.#deps, source, batch, { issuedAt });
      fetched.push(outcome);
      this.#noteEmpty(source, outcome);
      if (outcome.result === 'unavailable' || outcome.result === 'absent') break;
    }
    return fetched;
  }

  #noteEmpty(source: WeatherSource, { issuedAt, empty }: FetchedRun): void {
    if (empty.length === 0) return;
    const { log, clock } = this.#deps;
    const now = clock().getTime();
    for (const [key, until] of this.#empty) if (until <= now) this.#empty.delete(key);
    for (const place of empty) {
      this.#empty.set(`${source.name} ${place} ${issuedAt.getTime()}`, now + EMPTY_MS);
    }
    log.warn({ source: source.name, places: empty }, 'a source has no weather for some places');
  }

  /** When (ms) the newest stored run of each place was issued. */
  async #issued(
    { name }: WeatherSource,
    places: readonly WeatherPlace[],
  ): Promise<ReadonlyMap<WeatherPlace, number>> {
    if (places.length === 0) return new Map();
    const states = await this.#deps.weather.states(places);
    const own = states.filter(({ source }) => source === name);
    return new Map(own.map(({ place, lastIssuedAt }) => [place, lastIssuedAt]));
  }

  /** Whether a run can be there that some place lacks. */
  #isDue(
    { issueEveryMs, earliestMs }: WeatherSource,
    places: readonly WeatherPlace[],
    issued: ReadonlyMap<WeatherPlace, number>,
  ): boolean {
    const now = this.#deps.clock().getTime();
    return places.some((place) => {
      const known = issued.get(place);
      return known === undefined || now >= known + issueEveryMs + earliestMs;
    });
  }
}
