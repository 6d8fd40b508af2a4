import { invalidate } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { permitted } from '../session/permitted.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['WebhookDelivery'];
type Attempt = Schemas['WebhookAttempt'];
export type Event = Webhook['events'][number];

/** The events of webhooks; the first two are the default. */
export const EVENTS: readonly Event[] = [
  'purchase.completed',
  'purchase.failed',
  'purchase.decided',
  'purchase.replanned',
  'prices.published',
  'prices.revised',
  'prices.late',
  'gate.closing',
  'production.late',
  'forecast.late',
  'forecast.published',
  'deviation.published',
  'deviation.revised',
  'report.ready',
];
export const USUAL_EVENTS = EVENTS.slice(0, 2);

/** Minutes before a gate closes. */
export const USUAL_MINUTES = 60;

export interface WebhookFields {
  readonly url: string;
  readonly events: Event[];
  readonly gate_closing_minutes: number;
}

const PATH = '/api/v0/webhooks/{id}';

function pathOf(id: string) {
  return { params: { path: { id } } };
}

export function useWebhooks(): Query<Webhook[]> {
  return useQuery('webhooks', () => permitted('webhooks', listWebhooks));
}

export function listWebhooks(): Promise<Webhook[]> {
  return dataOf(api.GET('/api/v0/webhooks'));
}

export function useDeliveries(id: string): Query<Delivery[]> {
  return useQuery(`webhooks-deliveries ${id}`, () => listDeliveries(id));
}

export function listDeliveries(id: string): Promise<Delivery[]> {
  return dataOf(api.GET(`${PATH}/deliveries`, pathOf(id)));
}

/** Adds a webhook and returns the secret that signs its messages, which is shown once. */
export async function addWebhook(body: WebhookFields): Promise<string> {
  const { secret } = await changed(dataOf(api.POST('/api/v0/webhooks', { body })));
  return secret;
}

export function changeWebhook(id: string, body: WebhookFields): Promise<unknown> {
  return changed(dataOf(api.PATCH(PATH, { ...pathOf(id), body })));
}

export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  return changed(dataOf(api.PATCH(PATH, { ...pathOf(id), body: { enabled } })));
}

export function deleteWebhook(id: string): Promise<unknown> {
  return changed(dataOf(api.DELETE(PATH, pathOf(id))));
}

export function testWebhook(id: string): Promise<Attempt> {
  return changed(dataOf(api.POST(`${PATH}/test`, pathOf(id))));
}

/**
 * Makes a new secret and returns it, which is shown only once. Messages are signed with the old one
 * as well for the grace period.
 */
export async function rotateSecret(id: string, grace: string): Promise<string> {
  const request = { ...pathOf(id), body: grace === '' ? {} : { grace } };
  const { secret } = await changed(dataOf(api.POST(`${PATH}/rotate-secret`, request)));
  return secret;
}

export function replay(id: string, deliveryId: string): Promise<Attempt> {
  const params = { path: { id, delivery_id: deliveryId } };
  return changed(dataOf(api.POST(`${PATH}/deliveries/{delivery_id}/replay`, { params })));
}

async function changed<T>(change: Promise<T>): Promise<T> {
  const result = await change;
  invalidate('webhooks');
  return result;
}
