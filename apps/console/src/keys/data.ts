import { invalidate } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { permitted } from '../session/permitted.ts';

export type Key = Schemas['Key'];
export type NewKey = Schemas['KeyRequest'];

export function useKeys(): Query<Key[]> {
  return useQuery('keys', () => permitted('keys', () => dataOf(api.GET('/api/v0/keys'))));
}

/** Issues a key and returns it; it is shown only once. */
export async function issueKey(body: NewKey): Promise<string> {
  const { key } = await dataOf(api.POST('/api/v0/keys', { body }));
  invalidate('keys');
  return key;
}

/** Replaces a key and returns the new one; the old one stays valid for the grace period. */
export async function rotateKey(id: string, grace: string): Promise<string> {
  const body = grace === '' ? {} : { grace };
  const { key } = await dataOf(
    api.POST('/api/v0/keys/{id}/rotate', { params: { path: { id } }, body }),
  );
  invalidate('keys');
  return key;
}

export async function revokeKey(id: string): Promise<void> {
  await dataOf(api.DELETE('/api/v0/keys/{id}', { params: { path: { id } } }));
  invalidate('keys');
}
