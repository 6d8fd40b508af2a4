import { SOURCE } from '@solano/domain/contracts';
import { addWebhook, removeWebhook, requireCustomer } from '@solano/domain/service';
import { HttpWebhookSender } from '@solano/http';
import { PurchaseEvent } from '@solano/schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';
import { openEndpoint, type Received } from './webhook-endpoint.ts';

let service: TestService;
const sender = new HttpWebhookSender({ privateAddresses: true });

beforeAll(async () => {
  service = await openService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await sender[Symbol.asyncDispose]();
});

async function add(name: string, url: string, events?: string[]) {
  const { stores } = service;
  const customer = await requireCustomer(stores.customers, name);
  const added = await addWebhook({ ...stores, sender }, SOURCE, customer, { url, events });
  return { ...added.webhook, secret: added.secret };
}

async function submit(key: string, body: object = PURCHASE): Promise<string> {
  const path = '/api/v0/user/ana/submit-purchase/acme';
  return idOf(await service.call('POST', path, { key, body }));
}

const PURCHASE = { purchase: [{ datetime: '2026-11-23 20:00', purchase: 1 }] };

describe('a webhook', () => {
  test('a webhook is notified of a completed purchase, signed so that the receiver can check it', async () => {
    const { key } = await service.customer('Sol');
    await using endpoint = await openEndpoint();
    const { secret } = await add('Sol', endpoint.url);
    const id = await submit(key);
    await endpoint.until(1);
    const { headers, body } = endpoint.received[0] as Received;
    const message = new Webhook(secret).verify(body, headers as Record<string, string>);
    // The document describes it so.
    expect(PurchaseEvent.parse(message)).toEqual(message);
    const { json } = await settled(service, key, 'ana', id);
    const { status, error, created_at } = json as Record<string, string>;
    expect(message).toEqual({
      type: 'purchase.completed',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        id,
        user: 'ana',
        retailer_id: 'acme',
        status,
        error,
        rows_uploaded: 1,
        created_at,
        updated_at: expect.stringMatching(/Z$/),
      },
    });
  });

  test('a webhook is notified again, under the same id, until it accepts the message', async () => {
    const { key } = await service.customer('Again');
    await using endpoint = await openEndpoint([500]);
    await add('Again', endpoint.url);
    await submit(key);
    await endpoint.until(2);
    const ids = endpoint.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    expect(endpoint.received[0]?.body).toBe(endpoint.received[1]?.body);
  });

  test('a webhook is notified only of its events, also of the customer’s own updates', async () => {
    const { key } = await service.customer('Picky');
    await using endpoint = await openEndpoint();
    await add('Picky', endpoint.url, ['purchase.failed']);
    const id = await submit(key);
    await settled(service, key, 'ana', id);
    await service.call('PUT', `/api/v0/user/ana/purchase/${id}/update`, {
      key,
      body: { outputs: [], status: 'failed', error: 'Not bought.' },
    });
    await endpoint.until(1);
    expect(JSON.parse(endpoint.received[0]?.body ?? '')).toMatchObject({
      type: 'purchase.failed',
      data: { id, error: 'Not bought.' },
    });
  });

  test('a removed webhook is not notified, and a webhook never of other customers’ purchases', async () => {
    const { key } = await service.customer('Removed');
    const { key: other } = await service.customer('Other');
    await using endpoint = await openEndpoint();
    await using witness = await openEndpoint();
    const { id } = await add('Removed', endpoint.url);
    await add('Other', witness.url);
    await removeWebhook(service.stores, SOURCE, id);
    await settled(service, key, 'ana', await submit(key));
    await submit(other);
    await witness.until(1);
    expect(endpoint.received).toEqual([]);
  });

  test('a webhook is not notified again after its endpoint responds with 410', async () => {
    const { key, customer } = await service.customer('Gone');
    await using endpoint = await openEndpoint([410]);
    await add('Gone', endpoint.url);
    await submit(key);
    await endpoint.until(1);
    await expect
      .poll(async () => (await service.stores.webhooks.list(customer.id))[0]?.disabledAt)
      .toBeInstanceOf(Date);
  });
});
