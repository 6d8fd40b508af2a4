import type { ParsedWeather, WeatherRequest, WeatherSource } from '@solano/domain/forecasting';
import { HOUR_MS, rejectRows } from '@solano/domain/kernel';
import type { SourceResponse } from '@solano/domain/market';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryEnergySettingsStore,
  MemoryMarketDataStore,
  MemoryPlantStore,
  MemoryWeatherStore,
  MemoryWeatherSwitchStore,
} from '@solano/memory';

/** A source with a run every 6 hours, 7 to 8 hours after its issue; two places a request. */
export class TestWeatherSource implements WeatherSource {
  readonly name = 'test';
  readonly maxPlaces = 2;
  readonly issueEveryMs = 6 * HOUR_MS;
  readonly earliestMs = 7 * HOUR_MS;
  readonly latestMs = 8 * HOUR_MS;
  readonly asked: WeatherRequest[] = [];
  /** The first value of each run. */
  wind = 5;
  /** Places of which it has nothing. */
  readonly empty = new Set<string>();
  /** In the place of the next responses to requests of runs, or to all. */
  response: SourceResponse | undefined;
  metadata: SourceResponse | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get runs() {
    return this.asked.filter((request) => request.kind === 'run');
  }

  async get(request: WeatherRequest): Promise<SourceResponse> {
    this.asked.push(request);
    const set = request.kind === 'newest' ? this.metadata : this.response;
    return set ?? { kind: 'document', content: new TextEncoder().encode('fine'), etag: null };
  }

  parseNewest(content: Uint8Array) {
    if (new TextDecoder().decode(content) !== 'fine') return rejectRows(['no metadata']);
    const last = this.#now() - 7.5 * HOUR_MS;
    const issuedAt = Math.floor(last / this.issueEveryMs) * this.issueEveryMs;
    return { issuedAt, availableAt: issuedAt + 7.5 * HOUR_MS };
  }

  parseRun(
    { places, issuedAt }: Extract<WeatherRequest, { kind: 'run' }>,
    content: Uint8Array,
  ): ParsedWeather {
    if (new TextDecoder().decode(content) !== 'fine') return rejectRows(['wind is in km/h']);
    const present = places.filter((place) => !this.empty.has(place));
    const fields = { wind_speed_100m: Float64Array.of(this.wind, 6, 7) };
    return { runs: new Map(present.map((place) => [place, { start: issuedAt, fields }])) };
  }
}

/** Stores with a source and a clock that can be set; pauses take no time but on it. */
export function weatherWorld(start: string) {
  const world = { now: Date.parse(start) };
  const database = new MemoryDatabase();
  const source = new TestWeatherSource(() => world.now);
  const warnings: string[] = [];
  const deps = {
    customers: new MemoryCustomerStore(database),
    plants: new MemoryPlantStore(database),
    energySettings: new MemoryEnergySettingsStore(database),
    weather: new MemoryWeatherStore(database),
    weatherSwitches: new MemoryWeatherSwitchStore(database),
    market: new MemoryMarketDataStore(database),
    weatherSources: [source],
    clock: () => new Date(world.now),
    pause: async (ms: number) => {
      world.now += ms;
    },
    log: {
      info() {},
      error() {},
      warn: (_: unknown, message?: string) => void warnings.push(message ?? ''),
    },
  };
  return Object.assign(world, { deps, source, warnings });
}
