import type { Plant, PlantStore } from '@solano/domain/assets';
import { type Clock, DAY_MS } from '@solano/domain/kernel';
import {
  type Customer,
  type CustomerStore,
  deliveryId,
  everyMinute,
  type LATE_EVENTS,
  type MessageText,
  type NewDelivery,
  type Schedule,
  type Secrets,
  type Webhook,
  type WebhookStore,
} from '@solano/domain/service';
import type { DeliveredForecastStore } from '../delivered-forecasts/forecast-store.ts';
import {
  type RecordForecastDeps,
  recordForecasts,
} from '../delivered-forecasts/record-forecasts.ts';
import type { MeasurementStore } from '../measurements/measurement-store.ts';
import { lastMissed, type MissedDelivery } from './lateness.ts';

type LateEvent = (typeof LATE_EVENTS)[number];

/** No message is about a day that began earlier: it is of today or yesterday. */
const TOLD_MS = 3 * DAY_MS;

export interface LateDeliveryDeps extends RecordForecastDeps {
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly measurements: Pick<MeasurementStore, 'states'>;
  readonly deliveredForecasts: Pick<DeliveredForecastStore, 'recorded' | 'record' | 'states'>;
  readonly webhooks: Pick<WebhookStore, 'subscribed' | 'deliveriesSince' | 'addDeliveries'>;
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly messageText: MessageText;
  readonly clock: Clock;
}

/** Looks every minute for plants of which production or forecasts are late. */
export function lateDeliverySchedule(deps: LateDeliveryDeps): Schedule {
  return {
    name: 'late-deliveries',
    times: everyMinute(),
    run: async () => {
      for (const event of ['production.late', 'forecast.late'] as const) {
        await notifyLate(deps, event);
      }
    },
  };
}

/**
 * Adds a message for each webhook that names the event and whose customer has plants that are late: all
 * of them in one message, and each plant once for a day, however often it is called. Errors:
 * `store_unavailable`, `objects_unavailable`.
 */
export async function notifyLate(deps: LateDeliveryDeps, event: LateEvent): Promise<void> {
  const webhooks = await deps.webhooks.subscribed(event);
  const byCustomer = Map.groupBy(webhooks, ({ customerId }) => customerId);
  for (const [customerId, own] of byCustomer) {
    const late = await latePlants(deps, customerId, event);
    for (const webhook of own) await notify(deps, event, webhook, late);
  }
}

/** A plant of which nothing came in time. */
interface LatePlant extends MissedDelivery {
  readonly plant: Plant;
  readonly lastDeliveredAt: Date;
}

async function latePlants(
  deps: LateDeliveryDeps,
  customerId: string,
  event: LateEvent,
): Promise<LatePlant[]> {
  const late = await findLate(deps, customerId, event);
  if (late.length === 0 || event === 'production.late') return late;
  // A file may have come since its folder was last looked at.
  const customer: Customer | undefined = await deps.customers.get(customerId);
  if (customer) await recordForecasts(deps, customer);
  return findLate(deps, customerId, event);
}

async function findLate(
  deps: LateDeliveryDeps,
  customerId: string,
  event: LateEvent,
): Promise<LatePlant[]> {
  const plants = new Map<string, Plant>();
  for await (const plant of deps.plants.list(customerId, { offset: 0 }))
    plants.set(plant.id, plant);
  const now = deps.clock();
  const times = await deliveryTimes(deps, customerId, [...plants.keys()], event);
  const late: LatePlant[] = [];
  for (const [id, plant] of plants) {
    const deliveredAt = times.get(id) ?? [];
    const missed = lastMissed(deliveredAt, now);
    if (missed) late.push({ ...missed, plant, lastDeliveredAt: deliveredAt[0] as Date });
  }
  return late;
}

/** The times of the last deliveries of plants, newest first, by the plants' ids. */
async function deliveryTimes(
  { measurements, deliveredForecasts }: LateDeliveryDeps,
  customerId: string,
  plantIds: readonly string[],
  event: LateEvent,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  if (event === 'forecast.late') {
    const states = await deliveredForecasts.states(customerId, plantIds);
    return new Map(states.map(({ plantId, knownAt }) => [plantId, knownAt]));
  }
  const states = await measurements.states(customerId, { kind: 'production', plantIds });
  return new Map(
    states.flatMap(({ series, deliveredAt }) => {
      return series.kind === 'production' ? [[series.plantId, deliveredAt] as const] : [];
    }),
  );
}

/** Adds the messages about late plants that the webhook was not told of: one for each day, newest first. */
async function notify(
  deps: LateDeliveryDeps,
  event: LateEvent,
  webhook: Webhook,
  late: readonly LatePlant[],
): Promise<void> {
  if (late.length === 0) return;
  const told = await toldPlants(deps, event, webhook);
  const isNew = late.filter(({ day, plant }) => !told.has(`${day} ${plant.id}`));
  const byDay = Map.groupBy(isNew, ({ day }) => day);
  const deliveries = Array.from(byDay, ([day, plants]): NewDelivery => {
    const now = deps.clock();
    const names = [event, webhook.id, day, ...plants.map(({ plant }) => plant.id)];
    const data = { day, plants: plants.map(described) };
    const body = deps.messageText({ type: event, timestamp: now, data });
    const id = deliveryId(deps.secrets, names);
    return { id, webhookId: webhook.id, event, body, createdAt: now };
  });
  if (deliveries.length > 0) await deps.webhooks.addDeliveries(deliveries);
}

function described({ plant, lastDeliveredAt, expectedBy }: LatePlant) {
  return { id: plant.id, plant: plant.name, lastDeliveredAt, expectedBy };
}

/** The days and plants of the messages that a webhook was given. */
async function toldPlants(
  { webhooks, clock }: LateDeliveryDeps,
  event: LateEvent,
  { id }: Webhook,
): Promise<ReadonlySet<string>> {
  const told = new Set<string>();
  const since = new Date(clock().getTime() - TOLD_MS);
  for (const { body } of await webhooks.deliveriesSince(id, event, since)) {
    const { data } = JSON.parse(body) as {
      readonly data: { readonly day: string; readonly plants: readonly { readonly id: string }[] };
    };
    for (const plant of data.plants) told.add(`${data.day} ${plant.id}`);
  }
  return told;
}
