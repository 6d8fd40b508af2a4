import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { quartersOfDate } from '@solano/domain/kernel';
import { addCustomer, issueKey } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { testTemporal } from '@solano/tools/test-temporal';
import { expect, test } from 'vitest';
import { startApi } from './api-process.ts';
import { hourlyPrediction } from './hourly-prediction.ts';
import { outputsWithBids } from './own-bids.ts';
import { idOf, send } from './service.ts';
import { openEndpoint } from './webhook-endpoint.ts';

const temporal = await testTemporal();
const SHIFTED_CLOCK = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));
const SECRETS_KEY = 'not a secret: that of the tests of plans';
const DAY = '2031-05-05';
const LABELS = [`${DAY} 10:00`, `${DAY} 11:00`];
const CLUSTER = {
  TEMPORAL_ADDRESS: temporal.address,
  CALLBACK_SECRET: 'not a secret: an API of tests, and its plans',
};

/** A database with a customer, and services on it one after another, each as if started at an instant. */
async function openSite(engine: Readonly<Record<string, string>>) {
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl } = opened.use(await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'solano-plan-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = opened.use(await PostgresDatabase.connect(databaseUrl));
  const stores = postgresStores(database);
  const clock = () => new Date();
  await addCustomer({ ...stores, newId: () => randomUUID(), clock }, SOURCE, 'Norte');
  const deps = { ...stores, secrets: new NodeSecrets(), clock };
  const { token: key } = await issueKey(deps, SOURCE, 'Norte', {
    scopes: ['purchases', 'webhooks'],
  });
  const running = opened.move();
  return {
    stores,
    database,
    key,
    async start(instant: string) {
      const service = await startApi({
        ...engine,
        DATABASE_URL: databaseUrl,
        SOLANO_DATA: folder,
        WEBHOOK_PRIVATE_ADDRESSES: 'allow',
        SECRETS_KEY,
        CLOCK_OFFSET_MS: `${Date.parse(instant) - Date.now()}`,
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      });
      running.defer(() => void service.child.kill('SIGKILL'));
      return {
        kill: async () => {
          service.child.kill('SIGKILL');
          await service.exit;
        },
        call: (method: string, path: string, body?: object) =>
          send(service.url, method, path, { key, ...(body && { body }) }),
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;
type Service = Awaited<ReturnType<Site['start']>>;

/**
 * Submits 10 MW for each of two hours, with bids of the customer's own, decided for model 7.
 *
 * @param status that is waited for: a result would take the place of the outputs.
 */
async function submit({ call }: Service, status: string): Promise<string> {
  const purchase = LABELS.map((datetime) => ({ datetime, purchase: 10 }));
  const id = idOf(await call('POST', '/api/v0/user/ana/submit-purchase/acme', { purchase }));
  const path = `/api/v0/user/ana/purchase/${id}`;
  await expect.poll(() => call('GET', `${path}/get`)).toMatchObject({ json: { status } });
  const outputs = outputsWithBids(LABELS);
  expect(await call('PUT', `${path}/update`, { outputs })).toMatchObject({ status: 200 });
  expect(await call('POST', `${path}/decision`, { idmodel: 7 })).toMatchObject({ status: 201 });
  return id;
}

/** Runs while no process can write to a table, once one waits for it. */
function whileWaited(
  { database }: Site,
  table: 'purchase_plan_stage' | 'webhook_delivery',
  use: () => Promise<void>,
) {
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
  return database.transaction(async (run) => {
    await run({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0' }, []);
    await run({ text: `LOCK TABLE ${table} IN SHARE MODE` }, []);
    await expect.poll(() => database.run({ text: waiting }, [])).toHaveLength(1);
    await use();
  });
}

test.each([
  [
    'the embedded engine, killed before its bids are stored',
    {},
    'completed',
    'purchase_plan_stage',
  ],
  ['Temporal, killed between its bids and their message', CLUSTER, 'pending', 'webhook_delivery'],
] as const)(
  'a plan goes on after a kill, each set of bids once with its message: %s',
  async (_, engine, status, table) => {
    await using endpoint = await openEndpoint();
    await using site = await openSite({ ...engine, TEMPORAL_TASK_QUEUE: randomUUID() });
    const { prices, plans } = site.stores;
    const firstEnd = Date.parse(`${DAY}T08:00Z`);
    const predict = (market: 'md_pdbc_spain' | 'mid_pibc01_spain') => {
      const generatedAt = new Date('2026-10-25T08:00Z');
      return prices.putPredictions([hourlyPrediction(market, firstEnd, ['50', '60'], generatedAt)]);
    };
    await predict('md_pdbc_spain');
    await predict('mid_pibc01_spain');

    const before = await site.start('2031-05-04T08:59:50Z');
    const hook = { url: endpoint.url, events: ['purchase.replanned'] };
    const added = await before.call('POST', '/api/v0/webhooks', hook);
    expect(added).toMatchObject({ status: 201 });
    const id = await submit(before, status);
    await before.kill();

    const ends = quartersOfDate(DAY);
    const own = ends.map(() => 50_000);
    const day = { market: 'md_pdbc_spain', date: DAY, version: 1, stepMinutes: 15 } as const;
    await prices.putRealised([{ ...day, source: 'omie', ends, prices: own }]);
    const killed = await site.start('2031-05-04T11:39:50Z');
    await whileWaited(site, table, killed.kill);
    expect(await plans.get(id)).toBeUndefined();
    expect(endpoint.received).toEqual([]);

    const next = await site.start('2031-05-04T11:40:50Z');
    await endpoint.until(1);
    const plan = await next.call('GET', `/api/v0/user/ana/purchase/${id}/plan`);
    expect(plan.json).toMatchObject({
      sessions: [{ session: 'MD', status: 'cleared', bought_mwh: 12 }, {}, {}],
      next: { session: 'MID1' },
      left_mwh: 8,
    });
    const stages = (await plans.get(id))?.stages ?? [];
    expect(stages.map(({ session, revision }) => `${session} ${revision}`).sort()).toEqual([
      'MD 1',
      'MID1 1',
    ]);
    const { id: webhookId } = added.json as { id: string };
    expect(await site.stores.webhooks.deliveries(webhookId, 99)).toHaveLength(1);
    expect(endpoint.received).toHaveLength(1);
  },
);
