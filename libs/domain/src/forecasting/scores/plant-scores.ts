import {
  type Plant,
  type PlantStore,
  requirePlant,
  type UnavailabilityStore,
} from '@solano/domain/assets';
import {
  DEFAULT_PLANT_SETTINGS,
  type EnergySettingsStore,
  knownAfterMs,
  type MeasurementStore,
  type SeriesState,
  type SeriesWindow,
  windowOfDays,
} from '@solano/domain/energy';
import {
  type Clock,
  type Digest,
  dateAfter,
  dateAt,
  invalidRequest,
  QUARTER_MS,
  requireDayOrder,
} from '@solano/domain/kernel';
import { CurveBuilder, DAY_AHEAD, type PriceReader, type PriceStore } from '@solano/domain/market';
import type { Customer } from '@solano/domain/service';
import type {
  DeliveredForecastStore,
  ForecastState,
} from '../delivered-forecasts/forecast-store.ts';
import type { KnownForecast, Lead } from '../delivered-forecasts/forecasts-by-lead.ts';
import {
  type RecordForecastDeps,
  recordForecasts,
} from '../delivered-forecasts/record-forecasts.ts';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { knownForecast } from '../own-forecasts/own-forecast-series.ts';
import { plantsOf } from '../own-forecasts/plants-of.ts';
import { firstKnownOf, historyStart, type ScoreInputs } from './score-inputs.ts';

/** Days that scores of one plant may have, and those of all plants. */
const MAX_DAYS = 400;
const MAX_DAYS_OF_ALL = 31;
/** Days that are scored where none are named. */
const DEFAULT_DAYS = 30;

export interface PlantScoreDeps extends RecordForecastDeps {
  readonly plants: Pick<PlantStore, 'get' | 'list'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly measurements: Pick<MeasurementStore, 'runs' | 'states'>;
  readonly energySettings: Pick<EnergySettingsStore, 'ofPlants'>;
  readonly deliveredForecasts: Pick<
    DeliveredForecastStore,
    'recorded' | 'record' | 'versions' | 'states'
  >;
  readonly ownForecasts: Pick<OwnForecastStore, 'versions' | 'states'>;
  readonly prices: PriceStore;
  readonly clock: Clock;
  readonly digest: Digest;
}

/** Which periods and which of their forecasts are scored. */
export interface ScoreQuery {
  /** Madrid days, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly lead: Lead;
}

/** The scores that were asked for, of one plant, before they are computed. */
export interface PendingScore {
  readonly plant: Plant;
  readonly from: string;
  readonly to: string;
  /** Changes whenever the scores may: what has been computed for one counts as long as it is the same. */
  readonly revision: string;
  /** What is known of the plant's production and forecasts; undefined where nothing ever came. */
  readonly production: SeriesState | undefined;
  readonly forecasts: ForecastState | undefined;
  /** Reads what the scores are computed from. Errors: `store_unavailable`. */
  load(): Promise<ScoreInputs>;
}

/**
 * The scores of a plant's forecasts, by default of the 30 days up to yesterday. Errors: `not_found`,
 * `invalid_request` for days out of order or more than 400, those of `recordForecasts`.
 */
export async function plantScore(
  deps: PlantScoreDeps,
  customer: Customer,
  plantId: string,
  query: ScoreQuery,
): Promise<PendingScore> {
  const plant = await requirePlant(deps.plants, customer.id, plantId);
  const days = daysOf(deps, query, DEFAULT_DAYS, MAX_DAYS);
  await recordForecasts(deps, customer, plant);
  const [score] = await pendingScores(deps, customer.id, [plant], { ...days, lead: query.lead });
  return score as PendingScore;
}

/**
 * The scores of the forecasts of all plants, by name, by default of yesterday. Errors:
 * `invalid_request` for days out of order or more than 31, those of `recordForecasts`.
 */
export async function allPlantScores(
  deps: PlantScoreDeps,
  customer: Customer,
  query: ScoreQuery,
): Promise<PendingScore[]> {
  const days = daysOf(deps, query, 1, MAX_DAYS_OF_ALL);
  await recordForecasts(deps, customer);
  const plants = await plantsOf(deps, customer.id);
  return pendingScores(deps, customer.id, plants, { ...days, lead: query.lead });
}

/** The days that are asked for, both included. */
interface ScoredDays {
  readonly from: string;
  readonly to: string;
}

function daysOf(
  { clock }: PlantScoreDeps,
  { from, to }: ScoreQuery,
  length: number,
  max: number,
): ScoredDays {
  const last =
    to ?? (from && dateAfter(from, length - 1)) ?? dateAfter(dateAt(clock().getTime()), -1);
  const first = from ?? dateAfter(last, 1 - length);
  requireDayOrder(first, last);
  if (last >= dateAfter(first, max)) {
    throw invalidRequest(`From ${first} to ${last} are more than ${max} days.`);
  }
  return { from: first, to: last };
}

async function pendingScores(
  deps: PlantScoreDeps,
  customerId: string,
  plants: readonly Plant[],
  { from, to, lead }: ScoredDays & { readonly lead: Lead },
): Promise<PendingScore[]> {
  const window = endedPart(deps, windowOfDays({ from, to }));
  const plantIds = plants.map(({ id }) => id);
  const filter = { kind: 'production', plantIds } as const;
  const series = await deps.measurements.states(customerId, filter);
  const productions = new Map(
    series.map((state) => [state.series.kind === 'production' ? state.series.plantId : '', state]),
  );
  const states = await deps.deliveredForecasts.states(customerId, plantIds);
  const forecasts = new Map(states.map((state) => [state.plantId, state]));
  const owns = await deps.ownForecasts.states(customerId, plantIds);
  const ownRevisions = new Map(owns.map(({ plantId, revision }) => [plantId, revision]));
  const prices = deps.prices.seenBy(customerId);
  const priceRevision = await prices.revision(DAY_AHEAD.market);
  const outages = await outagesOf(deps, customerId, plantIds, window);
  const settings = await deps.energySettings.ofPlants(customerId, plantIds);
  let read: ReturnType<typeof dayAheadPrices> | undefined;
  const dayAhead = () => {
    read ??= dayAheadPrices(prices, window);
    return read;
  };
  return plants.map((plant): PendingScore => {
    const production = productions.get(plant.id);
    const forecast = forecasts.get(plant.id);
    const known = {
      plant: { ...placeOf(plant), technology: plant.technologyType, nominalMw: nominalOf(plant) },
      outages: outages.get(plant.id) ?? [],
      window,
      lead,
      knownAfter: knownAfterMs(settings.get(plant.id) ?? DEFAULT_PLANT_SETTINGS),
    };
    const revisions = [
      plant.id,
      production?.revision ?? 0,
      forecast?.versions ?? 0,
      ownRevisions.get(plant.id) ?? '',
      // Prices are asked for where something was lost.
      known.outages.length > 0 ? priceRevision : '',
    ];
    const revision = deps.digest(JSON.stringify([...revisions, known]));
    const stored = {
      delivered: forecast !== undefined,
      solano: ownRevisions.has(plant.id),
      production: production !== undefined,
    };
    const load = () => inputsOf({ ...deps, dayAhead }, customerId, plant.id, known, stored);
    return { plant, from, to, revision, production, forecasts: forecast, load };
  });
}

/** The quarters of a window that are over. */
function endedPart({ clock }: PlantScoreDeps, { from, to }: SeriesWindow): SeriesWindow {
  const now = Math.floor(clock().getTime() / QUARTER_MS) * QUARTER_MS;
  return { from: Math.min(from, now), to: Math.min(to, now) };
}

function placeOf({ lat, lon }: Plant) {
  return { lat: Number(lat), lon: Number(lon) };
}

function nominalOf({ nominalCapacityMw }: Plant): number {
  return Number(nominalCapacityMw);
}

/** The outages that overlap a window, by plant, in order of start and end. */
async function outagesOf(
  { unavailabilities, clock }: PlantScoreDeps,
  customerId: string,
  plantIds: readonly string[],
  { from, to }: SeriesWindow,
): Promise<ReadonlyMap<string, ScoreInputs['outages']>> {
  const window = { from: new Date(from), to: new Date(to) };
  const outages = await unavailabilities.recordedAt(customerId, plantIds, window, clock());
  const found = Map.groupBy(outages, ({ plantId }) => plantId);
  const spans = Array.from(found, ([plantId, own]) => {
    const ordered = own
      .flatMap(({ id, start, end }) => (id === null ? [] : { id, start, end }))
      .sort((a, b) => a.start - b.start || a.end - b.end);
    return [plantId, ordered] as const;
  });
  return new Map(spans);
}

interface InputDeps {
  readonly measurements: Pick<MeasurementStore, 'runs'>;
  readonly deliveredForecasts: Pick<DeliveredForecastStore, 'versions'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'versions'>;
  /** The prices of the window, read once for all plants. */
  readonly dayAhead: () => Promise<ScoreInputs['prices']>;
}

/** @param stored what there is of the plant: nothing else is read. */
async function inputsOf(
  deps: InputDeps,
  customerId: string,
  plantId: string,
  known: Omit<ScoreInputs, 'runs' | 'delivered' | 'solano' | 'prices'>,
  stored: Readonly<Record<'delivered' | 'solano' | 'production', boolean>>,
): Promise<ScoreInputs> {
  const { window, lead } = known;
  const plantIds = (isStored: boolean) => (isStored ? [plantId] : []);
  const delivered: KnownForecast[] = [];
  const ofDelivered = plantIds(stored.delivered);
  for await (const found of deps.deliveredForecasts.versions(customerId, ofDelivered, window)) {
    for (const { knownAt, runs } of found.versions) {
      delivered.push({ knownAt: knownAt.getTime(), runs });
    }
  }
  const solano: KnownForecast[] = [];
  const isDayAhead = lead === 'day_ahead';
  const ofSolano = plantIds(stored.solano);
  for await (const found of deps.ownForecasts.versions(customerId, ofSolano, window, isDayAhead)) {
    solano.push(...found.versions.map(knownForecast));
  }
  const prices = known.outages.length > 0 ? await deps.dayAhead() : [];
  const inputs = { ...known, delivered, solano, prices };
  if (!stored.production) return { ...inputs, runs: [] };
  const firstKnown = Math.min(firstKnownOf(delivered), firstKnownOf(solano));
  const history = { from: historyStart(firstKnown, window, lead), to: window.to };
  const filter = { kind: 'production', plantIds: [plantId] } as const;
  for await (const { runs } of deps.measurements.runs(customerId, filter, history)) {
    return { ...inputs, runs };
  }
  return { ...inputs, runs: [] };
}

/** The realised day-ahead prices of a window’s quarters in thousandths of EUR/MWh, null where there are none. */
async function dayAheadPrices(
  prices: PriceReader,
  { from, to }: SeriesWindow,
): Promise<(number | null)[]> {
  const ends = Array.from({ length: (to - from) / QUARTER_MS }, (_, i) => {
    return from + (i + 1) * QUARTER_MS;
  });
  const builder = new CurveBuilder(ends);
  if (ends.length === 0) return [];
  for await (const day of prices.realised(DAY_AHEAD.market, dateAt(from), dateAt(to - 1))) {
    builder.addOlder(day);
  }
  return ends.map((end) => builder.curve.get(end) ?? null);
}
