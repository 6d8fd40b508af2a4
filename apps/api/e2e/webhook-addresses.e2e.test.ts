import { SOURCE } from '@solano/domain/contracts';
import { addWebhook, requireCustomer } from '@solano/domain/service';
import { HttpWebhookSender } from '@solano/http';
import { expect, test } from 'vitest';
import { openService } from './service.ts';
import { openEndpoint } from './webhook-endpoint.ts';

test('a private address is rejected at the delivery too', async () => {
  await using service = await openService();
  await using sender = new HttpWebhookSender({ privateAddresses: true });
  const { key } = await service.customer('Sol');
  await using endpoint = await openEndpoint();
  const deps = { ...service.stores, sender };
  const customer = await requireCustomer(deps.customers, 'Sol');
  const { webhook } = await addWebhook(deps, SOURCE, customer, { url: endpoint.url });
  const body = { purchase: [{ datetime: '2026-11-23 20:00', purchase: 1 }] };
  const path = '/api/v0/user/ana/submit-purchase/acme';
  await service.call('POST', path, { key, body });
  await expect
    .poll(() => service.log.find((line) => line.webhook_id === webhook.id))
    .toMatchObject({ level: 40 });
  expect(endpoint.received).toEqual([]);
});
