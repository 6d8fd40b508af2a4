import { request } from '../api/pending.ts';
import type { Query } from '../api/query.ts';
import { invalidate, useQuery } from '../api/query.ts';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly created_at: string;
  readonly disabled_at: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly settled_at: string | null;
  readonly error: string;
}

/** What the receiver answered to a test or replay; never its body. */
export interface Attempt {
  readonly status: number | null;
  readonly ms: number;
  readonly error: string;
}

export function useWebhooks(): Query<Webhook[]> {
  return useQuery('webhooks', () => request<Webhook[]>('GET', 'webhooks'));
}

export function useDeliveries(id: string): Query<Delivery[]> {
  return useQuery(`webhooks-deliveries ${id}`, () =>
    request<Delivery[]>('GET', `webhooks/${id}/deliveries`),
  );
}

/** Sends a change of webhooks and loads them anew. */
export async function changeWebhooks<T>(method: string, path: string, body?: object): Promise<T> {
  const result = await request<T>(method, `webhooks${path}`, body);
  invalidate('webhooks');
  return result;
}
