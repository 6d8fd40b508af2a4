import type { Plant, PlantStore } from '@solano/domain/assets';
import type { MeasurementStore } from '@solano/domain/energy';
import { type Clock, DAY_MS, isSolanoError, type Log } from '@solano/domain/kernel';
import {
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
  readonly log: Log;
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
 * of them in one message, and each plant once for a day, however often it is called. A customer whose
 * folder cannot be read is logged. Errors: `store_unavailable`.
 */
export async function notifyLate(deps: LateDeliveryDeps, event: LateEvent): Promise<void> {
  const webhooks = await deps.webhooks.subscribed(event);
  const byCustomer = Map.groupBy(webhooks, ({ customerId }) => customerId);
  for (const [customerId, own] of byCustomer) {
    try {
      await notifyCustomer(deps, event, customerId, own);
    } catch (err) {
      if (isSolanoError(err, 'store_unavailable')) throw err;
      deps.log.warn({ err, customerId }, 'looking for late deliveries failed');
    }
  }
}

async function notifyCustomer(
  deps: LateDeliveryDeps,
  event: LateEvent,
  customerId: string,
  webhooks: readonly Webhook[],
): Promise<void> {
  const late = await findLate(deps, customerId, event);
  const untold = await untoldTo(deps, event, webhooks, late);
  if (untold.every(({ plants }) => plants.length === 0)) return;
  if (event === 'forecast.late') {
    // A file may have come since its folder was last looked at.
    const customer = await deps.customers.get(customerId);
    if (customer) await recordForecasts(deps, customer);
  }
  const stillLate = new Set((await findLate(deps, customerId, event)).map(nameOf));
  for (const { webhook, plants } of untold) {
    await notify(
      deps,
      event,
      webhook,
      plants.filter((each) => stillLate.has(nameOf(each))),
    );
  }
}

/** A plant of which nothing came in time. */
interface LatePlant extends MissedDelivery {
  readonly plant: Plant;
  readonly lastDeliveredAt: Date;
}

async function findLate(
  deps: LateDeliveryDeps,
  customerId: string,
  event: LateEvent,
): Promise<LatePlant[]> {
  const plants = new Map<string, Plant>();
  for await (const plant of deps.plants.list(customerId)) plants.set(plant.id, plant);
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

/** A webhook, and the late plants that it was not told of. */
interface Untold {
  readonly webhook: Webhook;
  readonly plants: readonly LatePlant[];
}

async function untoldTo(
  deps: LateDeliveryDeps,
  event: LateEvent,
  webhooks: readonly Webhook[],
  late: readonly LatePlant[],
): Promise<Untold[]> {
  if (late.length === 0) return [];
  const untold: Untold[] = [];
  for (const webhook of webhooks) {
    const told = await toldPlants(deps, event, webhook);
    untold.push({ webhook, plants: late.filter((each) => !told.has(nameOf(each))) });
  }
  return untold;
}

function nameOf({ day, plant }: LatePlant): string {
  return `${day} ${plant.id}`;
}

/** Adds the messages about late plants: one for each day. */
async function notify(
  deps: LateDeliveryDeps,
  event: LateEvent,
  webhook: Webhook,
  plants: readonly LatePlant[],
): Promise<void> {
  const byDay = Map.groupBy(plants, ({ day }) => day);
  const deliveries = Array.from(byDay, ([day, own]): NewDelivery => {
    const now = deps.clock();
    const names = [event, webhook.id, day, ...own.map(({ plant }) => plant.id)];
    const data = { day, plants: own.map(described) };
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
