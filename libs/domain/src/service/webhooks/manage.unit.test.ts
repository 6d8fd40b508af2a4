import { aCustomer, OPEN_CIPHER, SOURCE } from '@solano/domain/contracts';
import { SolanoError } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryWebhookStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { addWebhook, removeWebhook } from './manage.ts';
import { WEBHOOK_EVENTS, type Webhook } from './webhook.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const URL = 'https://customer.example/hook';

const ACME = aCustomer({ id: 'c1' });

/** So many webhooks of the customer. */
function setUp(count = 0) {
  const database = new MemoryDatabase();
  database.customers.set('c1', ACME);
  for (let i = 0; i < count; i += 1) database.webhooks.set(`old${i}`, webhookOf(`old${i}`));
  const deps = {
    webhooks: new MemoryWebhookStore(database),
    sender: {
      check(url: string) {
        if (url.includes('private')) throw new SolanoError('invalid_request', 'Not public.');
      },
    },
    secrets: { newSigningKey: () => 'bmV3' },
    cipher: OPEN_CIPHER,
    newId: () => 'w1',
    clock: () => NOW,
  };
  return { deps, stored: () => [...database.webhooks.values()] };
}

function webhookOf(id: string): Webhook {
  return {
    id,
    customerId: 'c1',
    url: URL,
    events: [...WEBHOOK_EVENTS],
    secret: `open:${id}:whsec_bmV3`,
    createdAt: NOW,
    disabledAt: null,
    gateClosingMinutes: 60,
  };
}

describe('a webhook', () => {
  test('a webhook is added for finished purchases', async () => {
    const { deps, stored } = setUp();
    const events = ['purchase.completed', 'purchase.failed'] as const;
    const added = { ...webhookOf('w1'), events };
    expect(await addWebhook(deps, SOURCE, ACME, { url: URL })).toEqual({
      webhook: added,
      secret: 'whsec_bmV3',
    });
    expect(stored()).toEqual([added]);
  });

  test.each([
    [['purchase.failed'], ['purchase.failed']],
    [
      ['purchase.failed', 'purchase.completed', 'purchase.failed'],
      ['purchase.completed', 'purchase.failed'],
    ],
  ])('a webhook for the events %j is notified of %j', async (named, events) => {
    expect(await addWebhook(setUp().deps, SOURCE, ACME, { url: URL, events: named })).toMatchObject(
      {
        webhook: { events },
      },
    );
  });

  test.each<[string, string, string[] | undefined, string]>([
    ['a URL that is not allowed', 'https://private', undefined, 'Not public.'],
    [
      'a URL that is too long',
      `${URL}?${'x'.repeat(2_048 - URL.length)}`,
      undefined,
      'The URL of a webhook has at most 2048 characters.',
    ],
    [
      'an unknown event',
      URL,
      ['purchase.failed', 'purchase.lost'],
      'There is no event purchase.lost: choose from purchase.completed, purchase.failed, purchase.decided, purchase.replanned, prices.published, prices.revised, prices.late, gate.closing, production.late, forecast.late, forecast.published, deviation.published, deviation.revised, report.ready.',
    ],
    [
      'no event',
      URL,
      [],
      'A webhook needs events: choose from purchase.completed, purchase.failed, purchase.decided, purchase.replanned, prices.published, prices.revised, prices.late, gate.closing, production.late, forecast.late, forecast.published, deviation.published, deviation.revised, report.ready.',
    ],
  ])('a webhook is rejected with %s', async (_, url, events, message) => {
    const { deps, stored } = setUp();
    const rejection = { code: 'invalid_request', message };
    await expect(addWebhook(deps, SOURCE, ACME, { url, events })).rejects.toMatchObject(rejection);
    expect(stored()).toEqual([]);
  });

  test.each([0, 1441, 1.5, Number.NaN])(
    'a webhook is not notified of gates %d minutes before',
    async (minutes) => {
      const { deps, stored } = setUp();
      const adding = addWebhook(deps, SOURCE, ACME, { url: URL, gateClosingMinutes: minutes });
      const message = 'The minutes before a gate closes are a whole number from 1 to 1440.';
      await expect(adding).rejects.toMatchObject({ code: 'invalid_request', message });
      expect(stored()).toEqual([]);
    },
  );

  test.each([1, 1440])('a webhook is notified of gates %d minutes before', async (minutes) => {
    const adding = addWebhook(setUp().deps, SOURCE, ACME, {
      url: URL,
      gateClosingMinutes: minutes,
    });
    expect(await adding).toMatchObject({ webhook: { gateClosingMinutes: minutes } });
  });

  test('a webhook may have a URL of 2,048 characters', async () => {
    const url = `${URL}?${'x'.repeat(2_047 - URL.length)}`;
    expect(await addWebhook(setUp().deps, SOURCE, ACME, { url })).toMatchObject({
      webhook: { url },
    });
  });

  test('a customer has ten webhooks at most', async () => {
    await addWebhook(setUp(9).deps, SOURCE, ACME, { url: URL });
    const rejection = { code: 'limit_reached', message: 'A customer has at most 10 webhooks.' };
    await expect(addWebhook(setUp(10).deps, SOURCE, ACME, { url: URL })).rejects.toMatchObject(
      rejection,
    );
  });

  test('a webhook is removed, and returned as it was', async () => {
    const { deps, stored } = setUp(2);
    expect(await removeWebhook(deps, SOURCE, 'old0')).toEqual(webhookOf('old0'));
    expect(stored().map(({ id }) => id)).toEqual(['old1']);
  });

  test('a webhook cannot be removed if it does not exist', async () => {
    const rejection = { code: 'not_found', message: 'There is no webhook w9.' };
    await expect(removeWebhook(setUp(1).deps, SOURCE, 'w9')).rejects.toMatchObject(rejection);
  });
});
