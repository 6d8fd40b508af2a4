import { SOURCE } from '@solano/domain/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLANT } from './plant.ts';
import { idOf, openService, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;
let keyId: string;
let customerId: string;

const plant = { ...PLANT, name: 'Abona 1' };

beforeAll(async () => {
  service = await openService();
  const made = await service.customer('Sol');
  ({ key, keyId } = made);
  customerId = made.customer.id;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Returns the audit entries of the customer's data but its own creation, oldest first. */
async function entries(): Promise<[actor: string, action: string, subject: string][]> {
  const found = await service.stores.audit.list({ customerId, limit: 100 });
  const made = found.filter(({ actor }) => actor !== SOURCE.actor).reverse();
  return made.map(({ actor, action, subject }) => [actor, action, subject]);
}

describe('the audit log', () => {
  test('the audit log has every change that is made through the API, and only changes', async () => {
    const actor = `key ${keyId}`;
    const headers = { 'X-Request-Id': 'change-1' };
    const id = idOf(await service.call('POST', '/api/v0/plants/', { key, body: plant, headers }));
    const path = `/api/v0/plants/${id}/`;
    await service.call('PATCH', path, { key, body: { area: 'PT' } });
    await service.call('PUT', path, { key, body: plant });
    await service.call('PATCH', path, { key, body: { area: null } });
    await service.call('GET', path, { key });
    const outage = idOf(
      await service.call('POST', '/api/v0/unavailabilities/', {
        key,
        body: {
          plant_id: 'Abona 1',
          start_time_utc: '2026-11-22T10:00:00Z',
          end_time_utc: '2026-11-22T12:00:00Z',
          available_power_mw: 0,
          availability_type: 'OTHER',
        },
      }),
    );
    await service.call('DELETE', `/api/v0/unavailabilities/${outage}/`, { key });
    const data = new FormData();
    data.set('plant_id', 'Abona 1');
    const csv = 'start,end,available_power_mw\n2026-11-23T10:00:00Z,2026-11-23T11:00:00Z,1\n';
    data.set('file', new Blob([csv], { type: 'text/csv' }), 'a.csv');
    await service.call('POST', '/api/v0/outages/upload/', { key, body: data });
    await service.call('DELETE', path.toUpperCase().replace('/API/V0/PLANTS', '/api/v0/plants'), {
      key,
    });
    await service.call('DELETE', path, { key });
    expect(await entries()).toEqual([
      [actor, 'plant.create', id],
      [actor, 'plant.change', id],
      [actor, 'plant.change', id],
      [actor, 'unavailability.create', outage],
      [actor, 'unavailability.delete', outage],
      [actor, 'outages.upload', 'Abona 1'],
      [actor, 'plant.delete', id],
    ]);
    const found = await service.stores.audit.list({ customerId, limit: 100 });
    const [first] = found.filter(({ action }) => action === 'plant.create');
    expect(first).toMatchObject({ origin: '127.0.0.1', requestId: 'change-1' });
    expect(Math.abs((first?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('the audit log distinguishes the customer’s updates of a purchase from the workflow’s', async () => {
    const body = { purchase: [{ datetime: '2026-11-23 20:00', purchase: 1 }] };
    const submission = await service.call('POST', '/api/v0/user/ana/submit-purchase/acme', {
      key,
      body,
    });
    const id = idOf(submission);
    await settled(service, key, 'ana', id);
    await service.call('PUT', `/api/v0/user/ana/purchase/${id}/update`, {
      key,
      body: { outputs: [] },
    });
    expect((await entries()).filter(([, , subject]) => subject === id)).toEqual([
      [`key ${keyId}`, 'purchase.submit', id],
      ['workflow', 'purchase.update', id],
      ['workflow', 'purchase.update', id],
      [`key ${keyId}`, 'purchase.update', id],
    ]);
  });

  test('a change whose audit entry cannot be written is rejected', async () => {
    await service.database.run({ text: 'ALTER TABLE audit_entry RENAME TO away' }, []);
    const body = { ...plant, name: 'Abona 2' };
    const response = await service.call('POST', '/api/v0/plants/', { key, body });
    await service.database.run({ text: 'ALTER TABLE away RENAME TO audit_entry' }, []);
    expect(response.status).toBe(500);
    expect(await service.stores.plants.byName(customerId, 'Abona 2')).toBeUndefined();
  });
});
