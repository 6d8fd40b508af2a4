import type { Schemas } from '../api/client.ts';
import { api, dataOf } from '../api/client.ts';
import type { Query } from '../api/query.ts';
import { invalidate, useQuery } from '../api/query.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['WebhookDelivery'];
type Attempt = Schemas['WebhookAttempt'];

const PATH = '/api/v0/webhooks/{id}';

function pathOf(id: string) {
  return { params: { path: { id } } };
}

export function useWebhooks(): Query<Webhook[]> {
  return useQuery('webhooks', listWebhooks);
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
export async function addWebhook(url: string): Promise<string> {
  const { secret } = await changed(dataOf(api.POST('/api/v0/webhooks', { body: { url } })));
  return secret;
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

/** Makes a new secret and returns it, which is the only time that it is shown. */
export async function rotateSecret(id: string): Promise<string> {
  const { secret } = await changed(dataOf(api.POST(`${PATH}/rotate-secret`, pathOf(id))));
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
