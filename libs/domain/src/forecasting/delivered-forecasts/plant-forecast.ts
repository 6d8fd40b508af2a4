import {
  type Plant,
  type PlantStore,
  requirePlant,
  type UnavailabilityStore,
} from '@solano/domain/assets';
import {
  AvailablePower,
  endOfRun,
  type PowerPeriod,
  type PowerRun,
  PowerSeries,
  runsOf,
  type SeriesWindow,
  windowOfDays,
} from '@solano/domain/energy';
import {
  type Clock,
  dateAfter,
  HOUR_MS,
  invalidRequest,
  MINUTE_MS,
  requireDayOrder,
  SolanoError,
} from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import type { DeliveredForecastStore } from './forecast-store.ts';
import { type Lead, scoredForecasts } from './forecasts-by-lead.ts';
import { type RecordForecastDeps, recordForecasts } from './record-forecasts.ts';

const MAX_DAYS = 400;
/** Minutes of the periods that forecasts are compared by. */
const QUARTER = 15;

export interface PlantForecastDeps extends RecordForecastDeps {
  readonly plants: Pick<PlantStore, 'get' | 'list'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly deliveredForecasts: Pick<
    DeliveredForecastStore,
    'recorded' | 'record' | 'versions' | 'newest'
  >;
  readonly clock: Clock;
}

/** A period of a forecast. */
interface ForecastPeriod extends PowerPeriod {
  /** What remains with the recorded unavailabilities. */
  readonly availableMicroMw: number;
}

/** A forecast as it was known. */
interface DeliveredForecast {
  readonly plant: Plant;
  /** From when on it was known. */
  readonly generatedAt: Date;
  /** In order of time. */
  readonly periods: readonly ForecastPeriod[];
}

/** Minutes; undefined: the periods as they were delivered. */
export type Resolution = 15 | 30 | 60 | undefined;

/**
 * The newest delivered forecast of a plant that was known at an instant, with what was recorded as
 * unavailable by then. Errors: `not_found` for the plant, and where no forecast was known; those of
 * `recordForecasts`.
 */
export async function deliveredForecast(
  deps: PlantForecastDeps,
  customer: Customer,
  plantId: string,
  { asOf, resolution }: { readonly asOf?: Date | undefined; readonly resolution?: Resolution },
): Promise<DeliveredForecast> {
  const plant = await requirePlant(deps.plants, customer.id, plantId);
  await recordForecasts(deps, customer, plant);
  const at = asOf ?? deps.clock();
  const version = await deps.deliveredForecasts.newest(customer.id, plant.id, at);
  if (!version) throw noForecast(plant, asOf);
  const periods = periodsOf(version.runs, resolution);
  const available = await availablePower(deps, customer, plant, spanOf(version.runs), at);
  return { plant, generatedAt: version.knownAt, periods: withAvailable(periods, available) };
}

function noForecast({ name }: Plant, asOf: Date | undefined): SolanoError {
  const when = asOf ? `was known at ${asOf.toISOString()}` : 'has been delivered';
  return new SolanoError('not_found', `No forecast of plant ${name} ${when}.`);
}

/** Which forecast of each period of some days. */
export interface ForecastSeriesQuery {
  /** Madrid days, both included. */
  readonly from: string;
  readonly to: string;
  readonly lead: Exclude<Lead, 'run'>;
  readonly resolution?: Resolution;
}

/**
 * The delivered forecast of each period of some days as it was known by the lead, with what is recorded
 * as unavailable now; a period without one is left out. Errors: `not_found`, `invalid_request` for days
 * out of order or more than 400, those of `recordForecasts`.
 */
export async function forecastSeries(
  deps: PlantForecastDeps,
  customer: Customer,
  plantId: string,
  { from, to, lead, resolution }: ForecastSeriesQuery,
): Promise<Omit<DeliveredForecast, 'generatedAt'>> {
  requireSeriesDays(from, to);
  const plant = await requirePlant(deps.plants, customer.id, plantId);
  await recordForecasts(deps, customer, plant);
  const window = windowOfDays({ from, to });
  const quarters = await quartersOf(deps, customer.id, plant, window, lead);
  const periods = new PowerSeries(quarters, window).resampled(resolution ?? QUARTER);
  const available = await availablePower(deps, customer, plant, window, deps.clock());
  return { plant, periods: withAvailable(periods, available) };
}

/** Errors: `invalid_request` for days out of order or more than 400. */
export function requireSeriesDays(from: string, to: string): void {
  requireDayOrder(from, to);
  if (to < dateAfter(from, MAX_DAYS)) return;
  throw invalidRequest(`From ${from} to ${to} are more than ${MAX_DAYS} days.`);
}

async function quartersOf(
  { deliveredForecasts }: PlantForecastDeps,
  customerId: string,
  { id }: Plant,
  window: SeriesWindow,
  lead: ForecastSeriesQuery['lead'],
): Promise<PowerRun[]> {
  for await (const { versions } of deliveredForecasts.versions(customerId, [id], window)) {
    const known = versions.map(({ knownAt, runs }) => ({ knownAt: knownAt.getTime(), runs }));
    const quarters = Array.from(scoredForecasts(known, window, lead), (quarter) => {
      return { ...quarter, step: QUARTER } as const;
    });
    return [...runsOf(quarters)];
  }
  return [];
}

/** From the first start to the last end. */
function spanOf(runs: readonly PowerRun[]): SeriesWindow {
  const [first] = runs as [PowerRun];
  return { from: first.start, to: endOfRun(runs.at(-1) as PowerRun) };
}

function periodsOf(runs: readonly PowerRun[], resolution: Resolution): Iterable<PowerPeriod> {
  if (resolution === undefined) return deliveredPeriods(runs);
  const { from, to } = spanOf(runs);
  const window = {
    from: Math.floor(from / HOUR_MS) * HOUR_MS,
    to: Math.ceil(to / HOUR_MS) * HOUR_MS,
  };
  return new PowerSeries(runs, window).resampled(resolution);
}

function* deliveredPeriods(runs: readonly PowerRun[]): Generator<PowerPeriod> {
  for (const { start, step, microMw } of runs) {
    for (let i = 0; i < microMw.length; i += 1) {
      const from = start + i * step * MINUTE_MS;
      yield { start: from, end: from + step * MINUTE_MS, microMw: microMw[i] as number };
    }
  }
}

/** What remains of a plant's power with the unavailabilities that were recorded at an instant. */
async function availablePower(
  { unavailabilities }: PlantForecastDeps,
  { id }: Customer,
  plant: Plant,
  { from, to }: SeriesWindow,
  at: Date,
): Promise<AvailablePower> {
  const window = { from: new Date(from), to: new Date(to) };
  const outages = await unavailabilities.recordedAt(id, [plant.id], window, at);
  return new AvailablePower(outages, Number(plant.nominalCapacityMw));
}

function withAvailable(
  periods: Iterable<PowerPeriod>,
  available: AvailablePower,
): ForecastPeriod[] {
  return Array.from(periods, (period) => {
    const { start, end, microMw } = period;
    return { ...period, availableMicroMw: available.at(start, end, microMw) };
  });
}
