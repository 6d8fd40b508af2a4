import { SOURCE } from '@solano/domain/contracts';
import { issueKey } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

let service: TestService;
/** A key of `Norte` with everything, and one of `Sur`. */
let key: string;
let keyId: string;
let foreign: string;
let foreignId: string;

const SCOPES = ['read', 'plants', 'keys', 'webhooks', 'audit', 'operator'];

beforeAll(async () => {
  service = await openService();
  await service.customer('Norte');
  const issued = await issueKey(service.stores, SOURCE, 'Norte', { label: 'desk', scopes: SCOPES });
  [key, keyId] = [issued.token, issued.key.id];
  await service.customer('Sur');
  const other = await issueKey(service.stores, SOURCE, 'Sur', { scopes: ['keys', 'audit'] });
  [foreign, foreignId] = [other.token, other.key.id];
});
afterAll(() => service[Symbol.asyncDispose]());

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const DENIED = {
  status: 403,
  json: { detail: 'You do not have permission to perform this action.' },
};

/** Issues a key that works at once. */
async function issue(body: object = {}) {
  const response = await service.call('POST', '/api/v0/keys', { key, body });
  expect(response.status).toBe(201);
  return response.json as { id: string; key: string; scopes: string[] };
}

describe('keys', () => {
  test('keys are listed with everything but their secret, and only to their customer', async () => {
    const response = await service.call('GET', '/api/v0/keys', { key });
    const keys = response.json as { id: string }[];
    expect(keys.find(({ id }) => id === keyId)).toEqual({
      id: keyId,
      label: 'desk',
      scopes: SCOPES,
      created_at: INSTANT,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
    expect(keys.map(({ id }) => id)).not.toContain(foreignId);
    expect(response.text).not.toContain(key.split('_')[2]);
  });

  test('keys are issued with label, scopes and lifetime, and work', async () => {
    const body = { label: 'meter', scopes: ['read'], expires_in: '90d' };
    const response = await service.call('POST', '/api/v0/keys', { key, body });
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { key: token, created_at, expires_at } = response.json as Record<string, string>;
    expect(Date.parse(expires_at ?? '') - Date.parse(created_at ?? '')).toBe(90 * 86_400_000);
    expect((await service.call('GET', '/api/v0/plants/', { key: token as string })).status).toBe(
      200,
    );
    const denied = await service.call('GET', '/api/v0/keys', { key: token as string });
    expect(denied).toMatchObject(DENIED);
  });

  test('issued keys get the scopes of the key that asks, but never operator', async () => {
    expect((await issue()).scopes).toEqual(SCOPES.filter((scope) => scope !== 'operator'));
    for (const scopes of [['prices'], ['operator']]) {
      const response = await service.call('POST', '/api/v0/keys', { key, body: { scopes } });
      expect(response).toMatchObject(DENIED);
    }
  });

  test('keys are rejected with all bad fields named', async () => {
    const body = { label: 7, scopes: ['write'], expires_in: 'soon' };
    const response = await service.call('POST', '/api/v0/keys', { key, body });
    expect([response.status, response.json]).toEqual([
      400,
      {
        label: ['Not a valid string.'],
        scopes: ['"write" is not a valid choice.'],
        expires_in: ['Write a number and s, m, h or d, such as 90d.'],
      },
    ]);
  });

  test('keys are revoked at once', async () => {
    const { id, key: token } = await issue();
    expect((await service.call('DELETE', `/api/v0/keys/${id}`, { key })).status).toBe(204);
    expect((await service.call('GET', '/api/v0/keys', { key: token })).status).toBe(401);
  });

  test('keys are rotated, and the old one stays valid for its grace', async () => {
    const { id, key: old } = await issue({ scopes: ['keys'] });
    const body = { grace: '1h' };
    const rotated = await service.call('POST', `/api/v0/keys/${id}/rotate`, { key, body });
    expect(rotated.status).toBe(201);
    const { key: fresh, scopes } = rotated.json as { key: string; scopes: string[] };
    expect(scopes).toEqual(['keys']);
    for (const token of [old, fresh]) {
      expect((await service.call('GET', '/api/v0/keys', { key: token })).status).toBe(200);
    }
    const again = await service.call('POST', `/api/v0/keys/${id}/rotate`, { key });
    expect(again.status).toBe(201);
    // The database notifies the process, sometimes a moment after the response.
    const status = async () => (await service.call('GET', '/api/v0/keys', { key: old })).status;
    await expect.poll(status).toBe(401);
  });

  test.each(['', '1', '1 day', null])('keys are not rotated with a grace of %j', async (grace) => {
    const { id } = await issue();
    const body = { grace };
    expect(await service.call('POST', `/api/v0/keys/${id}/rotate`, { key, body })).toMatchObject({
      status: 400,
      json: { grace: [expect.any(String)] },
    });
  });

  test.each(['foreign', 'unknown'])('keys are not found by another customer: %s', async (whose) => {
    const id = whose === 'foreign' ? foreignId : 'zz';
    const removed = await service.call('DELETE', `/api/v0/keys/${id}`, { key });
    const rotated = await service.call('POST', `/api/v0/keys/${id}/rotate`, { key });
    expect([removed.status, rotated.status]).toEqual([404, 404]);
    expect((await service.call('GET', '/api/v0/keys', { key: foreign })).status).toBe(200);
  });
});

describe('the audit log', () => {
  test('the audit log has the customer’s own entries only, newest first, a page at a time', async () => {
    const seen: { actor: string; action: string; subject: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await service.call('GET', `/api/v0/audit?limit=3${query}`, { key });
      const page = json as { entries: typeof seen; next_cursor: string | null };
      expect(page.entries.length).toBeLessThanOrEqual(3);
      seen.push(...page.entries);
      cursor = page.next_cursor;
    }
    const whole = await service.call('GET', '/api/v0/audit?limit=1000', { key });
    expect((whole.json as { entries: unknown[] }).entries).toEqual(seen);
    expect(seen.length).toBeGreaterThan(6);
    expect(seen).toContainEqual(
      expect.objectContaining({ actor: 'operator test', action: 'customer.add', subject: 'Norte' }),
    );
    expect(seen.map(({ subject }) => subject)).not.toContain('Sur');
  });

  test('the audit log can begin at an instant', async () => {
    const { json } = await service.call('GET', '/api/v0/audit?since=9999-01-01T00:00Z', { key });
    expect(json).toEqual({ entries: [], next_cursor: null });
  });

  test.each([
    ['limit=0', `Parameter 'limit' must be a whole number, 1 to 1000, not "0"`],
    ['since=soon', `Parameter 'since' must be an ISO 8601 date-time, not "soon"`],
    ['cursor=x', `Parameter 'cursor' is not one that was given out: "x"`],
  ])('the audit log rejects %s', async (query, error) => {
    const response = await service.call('GET', `/api/v0/audit?${query}`, { key });
    expect([response.status, response.json]).toEqual([400, { error }]);
  });
});

describe('the state of the service', () => {
  test('the state of the service is readable by operators alone', async () => {
    expect(await service.call('GET', '/api/v0/service', { key: foreign })).toMatchObject(DENIED);
    const { json } = await service.call('GET', '/api/v0/service', { key });
    const waiting = { count: 0, oldest_submitted_at: null };
    expect(json).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      engine: 'embedded',
      status: 'ready',
      backup: null,
      checks: { database: { ok: true }, objects: { ok: true }, engine: { ok: true } },
      queue: { pending: waiting, in_progress: waiting },
      markets: expect.arrayContaining([
        {
          market: 'md_pdbc_spain',
          newest_realised_day: null,
          newest_realised_at: null,
          late_by_seconds: expect.any(Number),
          newest_prediction_known_until: null,
        },
      ]),
      failures: { since: INSTANT, customers: [], sources: [] },
    });
  });
});
