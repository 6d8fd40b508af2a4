import type { Plant, PlantStore } from '@solano/domain/assets';
import type { MeasurementStore } from '@solano/domain/energy';
import { type Clock, DAY_MS, isSolanoError, type Log, MINUTE_MS } from '@solano/domain/kernel';
import {
  type Customer,
  type CustomerStore,
  deliveryId,
  FORECAST_EVENT,
  hourly,
  type MessageText,
  type NewDelivery,
  type Schedule,
  type Secrets,
  type WebhookStore,
} from '@solano/domain/service';
import { gridPlace, plantPlace, type WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherStore } from '../weather/weather-store.ts';
import type { ForecastRunner, ForecastSummary } from './forecast-task.ts';
import type { PlantModelStore } from './plant-model-store.ts';
import { plantsOf, selectPlants } from './plants-of.ts';
import { type PublishForecastDeps, publishForecasts } from './publish-forecasts.ts';

/** A plant is learned again after that long at the earliest. */
const RELEARNED_MS = 7 * DAY_MS;
/** Production and weather of fewer days are not learned from. */
const MIN_LEARNED_MS = 60 * DAY_MS;
/** Learning stops after that long, for the next hour to go on. */
const LEARNING_MS = 50 * MINUTE_MS;

export interface ForecastScheduleDeps extends PublishForecastDeps {
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly plants: Pick<PlantStore, 'list' | 'byName'>;
  readonly forecasts: ForecastRunner;
  readonly webhooks: Pick<WebhookStore, 'subscribed' | 'addDeliveries'>;
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly messageText: MessageText;
}

/** Makes the forecasts of all plants every hour, and publishes them. */
export function ownForecastSchedule(deps: ForecastScheduleDeps): Schedule {
  return { name: 'own-forecasts', times: hourly('07'), run: () => renewForecasts(deps) };
}

/** Makes and publishes the forecasts of every customer; one whose own fail is logged. Errors: `store_unavailable`, `engine_unavailable`. */
async function renewForecasts(deps: ForecastScheduleDeps): Promise<void> {
  for (const customer of await deps.customers.list()) {
    await eachApart(deps.log, customer, async () => {
      const plants = await plantsOf(deps, customer.id);
      if (plants.length > 0) await renewPlants(deps, customer, plants);
    });
  }
}

/**
 * Makes and publishes the forecasts of a customer's plants. Errors: `store_unavailable`, `engine_unavailable`,
 * `computation_failed`.
 *
 * @param plants one at least.
 * @param plantIds those that are forecast; undefined: all of the customer's.
 */
export async function renewPlants(
  deps: ForecastScheduleDeps,
  customer: Customer,
  plants: readonly Plant[],
  plantIds?: readonly string[],
): Promise<void> {
  const task = { kind: 'make', customerId: customer.id, plantIds, at: deps.clock() } as const;
  const { made } = await deps.forecasts.run(task);
  await publishForecasts(deps, customer, plants);
  await notifyPublished(deps, customer, plants, made);
}

/**
 * Brings what is published up to date every quarter of an hour: a customer may have delivered a forecast
 * meanwhile, or changed an unavailability.
 */
export function publishSchedule(deps: ForecastScheduleDeps): Schedule {
  return {
    name: 'published-forecasts',
    times: hourly('02', '17', '32', '47'),
    run: async () => {
      for (const customer of await deps.customers.list()) {
        await eachApart(deps.log, customer, async () => {
          const publications = await deps.publications.publications(customer.id);
          if (publications.size === 0) return;
          await publishForecasts(deps, customer, await plantsOf(deps, customer.id));
        });
      }
    },
  };
}

/** Logs what fails but for want of a store or an engine. */
export async function eachApart(
  log: Log,
  customer: Customer,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (isSolanoError(err, 'store_unavailable') || isSolanoError(err, 'engine_unavailable')) {
      throw err;
    }
    log.warn({ err, customer: customer.name }, 'the forecasts of a customer failed');
  }
}

/** Adds a message about the forecasts as far as the weather goes, one for all of them. */
async function notifyPublished(
  deps: ForecastScheduleDeps,
  customer: Customer,
  plants: readonly Plant[],
  made: readonly ForecastSummary[],
): Promise<void> {
  const whole = made.filter(({ isRenewal }) => !isRenewal);
  if (whole.length === 0) return;
  const webhooks = await deps.webhooks.subscribed(FORECAST_EVENT);
  const own = webhooks.filter(({ customerId }) => customerId === customer.id);
  if (own.length === 0) return;
  const names = new Map(plants.map(({ id, name }) => [id, name]));
  const createdAt = deps.clock();
  const generatedAt = (whole[0] as ForecastSummary).knownAt;
  const data = {
    generatedAt,
    plants: whole.map(({ plantId, method, weather, start, end }) => {
      const name = names.get(plantId) ?? null;
      return {
        id: plantId,
        plant: name,
        method,
        weather,
        from: new Date(start),
        to: new Date(end),
      };
    }),
  };
  const body = deps.messageText({ type: FORECAST_EVENT, timestamp: createdAt, data });
  const deliveries = own.map((webhook): NewDelivery => {
    const id = deliveryId(deps.secrets, [FORECAST_EVENT, webhook.id, generatedAt.toISOString()]);
    return { id, webhookId: webhook.id, event: FORECAST_EVENT, body, createdAt };
  });
  await deps.webhooks.addDeliveries(deliveries);
}

export interface DuePlantDeps {
  readonly weather: Pick<WeatherStore, 'states'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly plantModels: Pick<PlantModelStore, 'learnedAt'>;
  readonly measurements: Pick<MeasurementStore, 'states'>;
  readonly clock: Clock;
}

export interface LearnScheduleDeps extends DuePlantDeps {
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly forecasts: ForecastRunner;
  readonly log: Log;
}

/** Learns plants every hour, one after the other, each weekly. */
export function learningSchedule(deps: LearnScheduleDeps): Schedule {
  return { name: 'plant-learning', times: hourly('20'), run: () => learnDuePlants(deps) };
}

/**
 * Learns the plants that have production and weather of 60 days or more and were not learned for a week. A plant
 * that fails is logged. Errors: `store_unavailable`, `engine_unavailable`.
 */
async function learnDuePlants(deps: LearnScheduleDeps): Promise<void> {
  const until = deps.clock().getTime() + LEARNING_MS;
  for (const customer of await deps.customers.list()) {
    for (const plant of await duePlants(deps, customer)) {
      if (deps.clock().getTime() >= until) return;
      await eachApart(deps.log, customer, async () => {
        await deps.forecasts.run({ kind: 'learn', customerId: customer.id, plantId: plant.id });
      });
    }
  }
}

/** The plants of a customer that have enough to learn from, and were not learned for a week. Errors: `store_unavailable`. */
export function duePlants(deps: DuePlantDeps, { id }: Customer): Promise<Plant[]> {
  return selectPlants(deps, id, (plants) => dueOf(deps, id, plants));
}

async function dueOf(deps: DuePlantDeps, id: string, plants: readonly Plant[]): Promise<Plant[]> {
  const plantIds = plants.map((plant) => plant.id);
  const learnedAt = await deps.plantModels.learnedAt(id, plantIds);
  const produced = new Map<string, number>();
  for (const { series, firstStart, lastEnd } of await deps.measurements.states(id, {
    kind: 'production',
    plantIds,
  })) {
    const span = lastEnd.getTime() - firstStart.getTime();
    if (series.kind === 'production') produced.set(series.plantId, span);
  }
  const weather = await weatherSpans(deps, plants);
  const now = deps.clock().getTime();
  return plants.filter((plant) => {
    const last = learnedAt.get(plant.id)?.getTime() ?? Number.NEGATIVE_INFINITY;
    const span = Math.min(produced.get(plant.id) ?? 0, weather.get(plant.id) ?? 0);
    return last <= now - RELEARNED_MS && span >= MIN_LEARNED_MS;
  });
}

/** For how long (ms) each plant has weather: the longer of its own and that of its place on the grid. */
async function weatherSpans(
  { weather }: { readonly weather: Pick<WeatherStore, 'states'> },
  plants: readonly Plant[],
): Promise<ReadonlyMap<string, number>> {
  const places = plants.flatMap((plant) => [plantPlace(plant.id), gridPlace(plant)]);
  const spans = new Map<WeatherPlace, number>();
  for (const { place, firstIssuedAt, lastIssuedAt } of await weather.states([...new Set(places)])) {
    spans.set(place, Math.max(spans.get(place) ?? 0, lastIssuedAt - firstIssuedAt));
  }
  return new Map(
    plants.map((plant) => {
      const [own, grid] = [plantPlace(plant.id), gridPlace(plant)].map((each) => spans.get(each));
      return [plant.id, Math.max(own ?? 0, grid ?? 0)];
    }),
  );
}
