import type { Market } from '@solano/domain/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourlyPrediction } from './hourly-prediction.ts';
import { openService, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Comercializadora'));
});
afterAll(() => service[Symbol.asyncDispose]());

async function submit(labels: readonly string[], user = 'ana') {
  const purchase = labels.map((datetime) => ({ datetime, purchase: 2 }));
  const { data } = await service
    .client(key)
    .POST('/api/v0/user/{user}/submit-purchase/{retailer_id}', {
      params: { path: { user, retailer_id: 'acme' } },
      body: { purchase },
    });
  return (data as { readonly id: string }).id;
}

/** Hourly predictions of a market for 2025-10-26 from the period that ends at 00:00Z on. */
async function predict(market: Market, prices: readonly string[]) {
  const generatedAt = new Date('2025-10-25T08:00Z');
  const prediction = hourlyPrediction(market, Date.parse('2025-10-26T00:00Z'), prices, generatedAt);
  await service.stores.prices.putPredictions([prediction]);
}

function leftOut(models: readonly number[], why: string): string {
  return models.map((idmodel) => `Model ${idmodel} left out: ${why}.`).join(' ');
}

describe('a submitted purchase', () => {
  test('a submitted purchase is completed, and models without prices are left out by name', async () => {
    const id = await submit(['2031-05-05 10:00', '2031-05-05 11:00']);
    const response = await settled(service, key, 'ana', id);
    const row = (datetime: string, purchase_percentage: number) => {
      return { datetime, purchase_percentage, sale_percentage: 0 };
    };
    const rows = (percentage: number) => [
      row('2031-05-05 10:00', percentage),
      row('2031-05-05 11:00', percentage),
    ];
    expect(response.json).toEqual({
      id,
      status: 'completed',
      error: leftOut([3, 4, 5], 'no price prediction for 2031-05-05 10:00'),
      created_at: expect.any(String),
      strategy_output: [
        { idmodel: 1, value: { MD: rows(100) } },
        { idmodel: 2, value: { MD: rows(73.68), MID1: rows(15.79), MID2: rows(10.53) } },
      ],
    });
    const history = await service.stores.purchases.history(id);
    expect(history.map(({ status, source }) => [status, source])).toEqual([
      ['pending', 'submission'],
      ['in_progress', 'workflow'],
      ['completed', 'workflow'],
    ]);
  });

  test('a submitted purchase splits each occurrence of the repeated hour by its own price', async () => {
    await predict('md_pdbc_spain', ['50', '60', '-5']);
    await predict('mid_pibc01_spain', ['40', '60.001', '10']);
    const labels = ['2025-10-26 02:00', '2025-10-26 02:00', '2025-10-26 03:00'];
    const id = await submit(labels);
    const path = `/api/v0/user/ana/purchase/${id}/get?idmodel=3`;
    await settled(service, key, 'ana', id);
    const response = await service.call('GET', path, { key });
    const shares = (percentages: readonly number[]) =>
      percentages.map((purchase_percentage, i) => {
        return { datetime: labels[i], purchase_percentage, sale_percentage: 0 };
      });
    // MID1 is cheaper in summer time's 02:00 and capped at 40 %; dearer in both others.
    expect(response.json).toMatchObject({
      status: 'completed',
      error: leftOut([4, 5], 'fewer than 60 days of past predictions and realised prices'),
      strategy_output: {
        idmodel: 3,
        value: { MD: shares([60, 100, 100]), MID1: shares([40, 0, 0]) },
      },
    });
  });

  test.each(['..', '.', 'a/b', 'año ☀', '%41', '?#'])(
    'a submitted purchase is completed for the user %s',
    async (user) => {
      const id = await submitRaw(user);
      await expect
        .poll(() => service.stores.purchases.get(id))
        .toMatchObject({ status: 'completed' });
    },
  );
});

/** Submits through a path that no client normalises. */
async function submitRaw(user: string): Promise<string> {
  const { request } = await import('node:http');
  const encoded = encodeURIComponent(user).replaceAll('.', '%2E');
  const body = JSON.stringify({ purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(service.url);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const path = `/api/v0/user/${encoded}/submit-purchase/acme`;
  const sent = request({ hostname, port, path, method: 'POST', headers }, (response) => {
    response
      .toArray()
      .then((chunks) => resolve(Buffer.concat(chunks as Buffer[]).toString()), reject);
  });
  sent.once('error', reject);
  sent.end(body);
  return (JSON.parse(await promise) as { id: string }).id;
}
