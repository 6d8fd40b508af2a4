import { request } from '../api/pending.ts';
import type { Query } from '../api/query.ts';
import { invalidate, useQuery } from '../api/query.ts';

/** A key without its secret. */
export interface Key {
  readonly id: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** A key as it is shown once. */
export interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

export function useKeys(): Query<Key[]> {
  return useQuery('keys', () => request<Key[]>('GET', 'keys'));
}

export interface NewKey {
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expires_in?: string;
}

export async function issueKey(key: NewKey): Promise<IssuedKey> {
  const issued = await request<IssuedKey>('POST', 'keys', key);
  invalidate('keys');
  return issued;
}

export async function rotateKey(id: string, grace: string): Promise<IssuedKey> {
  const issued = await request<IssuedKey>('POST', `keys/${id}/rotate`, grace ? { grace } : {});
  invalidate('keys');
  return issued;
}

export async function revokeKey(id: string): Promise<void> {
  await request('DELETE', `keys/${id}`);
  invalidate('keys');
}
