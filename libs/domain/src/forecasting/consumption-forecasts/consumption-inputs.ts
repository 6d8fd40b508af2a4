import {
  type ConsumptionSeries,
  type DeliveredRun,
  type EnergySettingsStore,
  groupEndDay,
  knownAfterMs,
  lossFactor,
  type MeasurementStore,
  type PortfolioSettings,
  portfolioSettings,
  type SeriesState,
  type SeriesWindow,
} from '@solano/domain/energy';
import { DAY_MS, type Digest, HOUR_MS, type Region } from '@solano/domain/kernel';
import type { Portfolio } from '@solano/domain/service';
import type { TemperatureRun } from '../consumption-model/known-temperatures.ts';
import { gridPlace, type WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherStore } from '../weather/weather-store.ts';

/** Days of the past that are learned from. */
const HISTORY_DAYS = 1_200;
/** Days of the past whose temperature is learned from. */
const WEATHER_DAYS = 760;
/** Days ahead of the issue of a run that are of use: a forecast is of seven days after today. */
const AHEAD_DAYS = 9;

export interface ConsumptionInputDeps {
  readonly measurements: Pick<MeasurementStore, 'runs' | 'states'>;
  readonly energySettings: Pick<EnergySettingsStore, 'ofPortfolio'>;
  readonly weather: Pick<WeatherStore, 'runs' | 'states'>;
  readonly digest: Digest;
}

/** Whose consumption: of a portfolio, or of one of its groups. */
export interface ConsumerFilter {
  readonly customerId: string;
  readonly portfolio: Portfolio;
  readonly group?: string | undefined;
}

/** A group with its measured runs. */
interface GroupRuns {
  readonly ends: string | null;
  /** In order of delivery. */
  readonly runs: readonly DeliveredRun[];
}

/** What forecasts of consumption are computed from. */
export interface ConsumptionInputs {
  readonly groups: readonly GroupRuns[];
  /** Of the runs: whole hours. */
  readonly window: SeriesWindow;
  readonly region: Region | null;
  /** After how long (ms) the first value of a period is known. */
  readonly knownAfter: number;
  /** In order of `knownAt`; none where there is no place, or no weather of it. */
  readonly temperatures: readonly TemperatureRun[];
}

/** Inputs before their values are read. */
export interface PendingInputs {
  /** Names of the groups that have values and count on one of the days. */
  readonly groups: readonly string[];
  readonly knownAfter: number;
  /** Energy at the busbar ÷ measured energy on a day, in millionths. */
  readonly lossFactorOn: (day: string) => number;
  /** Changes whenever the values or settings may have. */
  readonly revision: string;
  /**
   * Reads the values up to an instant (ms). Errors: `store_unavailable`.
   */
  load(until: number): Promise<ConsumptionInputs>;
}

/**
 * What is measured of the groups that count from a day on. Errors: `store_unavailable`.
 *
 * @param first the first Madrid day.
 */
export async function pendingInputs(
  deps: ConsumptionInputDeps,
  filter: ConsumerFilter,
  first: string,
): Promise<PendingInputs> {
  const { customerId, portfolio, group } = filter;
  const settings = await portfolioSettings(deps, customerId, portfolio);
  const series = { kind: 'consumption', ...portfolio, group } as const;
  const states = await deps.measurements.states(customerId, series);
  const counting = states.filter((state) => {
    const ends = groupEndDay(settings, groupOf(state));
    return ends === null || ends >= first;
  });
  const groups = counting.map(groupOf);
  const revisions = counting.map((state) => [groupOf(state), state.revision]);
  const weather = await weatherRevision(deps, settings);
  const names = [customerId, portfolio, revisions, settings, weather];
  return {
    groups,
    knownAfter: knownAfterMs(settings),
    lossFactorOn: (day) => lossFactor(settings, day),
    revision: deps.digest(JSON.stringify(names)),
    load: (until) => load(deps, filter, { settings, groups, until }),
  };
}

/** Changes whenever there is weather that was not there before. */
async function weatherRevision(
  { weather }: ConsumptionInputDeps,
  { place }: PortfolioSettings,
): Promise<unknown> {
  if (!place) return null;
  const states = await weather.states([gridPlace(place)]);
  return states.map(({ source, lastKnownAt, runs }) => [source, lastKnownAt, runs]);
}

function groupOf({ series }: Pick<SeriesState, 'series'>): string {
  return (series as ConsumptionSeries).group;
}

async function load(
  { measurements, weather }: ConsumptionInputDeps,
  { customerId, portfolio, group }: ConsumerFilter,
  {
    settings,
    groups,
    until,
  }: {
    readonly settings: PortfolioSettings;
    readonly groups: readonly string[];
    readonly until: number;
  },
): Promise<ConsumptionInputs> {
  const to = Math.floor(until / HOUR_MS) * HOUR_MS;
  const window = { from: to - HISTORY_DAYS * DAY_MS, to };
  const filter = { kind: 'consumption', ...portfolio, group } as const;
  const found: GroupRuns[] = [];
  for await (const series of measurements.runs(customerId, filter, window)) {
    const name = groupOf(series);
    if (!groups.includes(name)) continue;
    found.push({ ends: groupEndDay(settings, name), runs: series.runs });
  }
  const { region, place } = settings;
  const temperatures = place ? await temperaturesOf(weather, gridPlace(place), until) : [];
  return { groups: found, window, region, knownAfter: knownAfterMs(settings), temperatures };
}

/**
 * The temperatures of a place as the runs that were known at an instant (ms) have them, in order of `knownAt`.
 * Errors: `store_unavailable`.
 */
async function temperaturesOf(
  weather: Pick<WeatherStore, 'runs'>,
  place: WeatherPlace,
  until: number,
): Promise<TemperatureRun[]> {
  const window = { from: until - WEATHER_DAYS * DAY_MS, to: until + AHEAD_DAYS * DAY_MS };
  const found: TemperatureRun[] = [];
  for await (const { runs } of weather.runs([place], window, { knownBy: until })) {
    for (const { source, issuedAt, knownAt, start, fields } of runs) {
      const hours = (issuedAt - start) / HOUR_MS + (AHEAD_DAYS * DAY_MS) / HOUR_MS;
      const celsius = fields.temperature_2m?.slice(0, Math.max(0, hours));
      if (celsius?.length) found.push({ source, issuedAt, knownAt, start, celsius });
    }
  }
  return found;
}
