import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@solano/config';
import { addedPurchase, anEntry, type Stores } from '@solano/domain/contracts';
import type { BidSet, PlanStage } from '@solano/domain/desk';
import type { Log } from '@solano/domain/kernel';
import type { DaySpreadCurves } from '@solano/domain/market';
import { backUp, restore } from '@solano/domain/operations';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { backUpDeps, openBackups, restoreDeps } from '@solano/runtime/backup';
import { createTestDatabase } from '@solano/tools/test-database';
import { putTestCluster } from '@solano/tools/test-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SILENT: Log = { info() {}, warn() {}, error() {} };
const BY = { actor: 'operator o', origin: 'host', onPhase: () => {}, log: SILENT };
const OPTIONS = { overwrite: true, sendWebhooks: false, acceptsPlain: true };
const EVER = new Date('9999-01-01T00:00:00Z');

const DAY = '2026-10-25';
const SET: BidSet = {
  date: DAY,
  session: 'MD',
  revision: 1,
  madeAt: new Date('2026-10-24T08:01:00.456Z'),
  bids: [
    { item: 0, direction: 1, predicted: 60.5, steps: [{ price: -1.25, mw: 0.123_456 }] },
    { item: 99, direction: -1, predicted: null, steps: [{ price: null, mw: 3 }] },
  ],
};
const STAGES: readonly PlanStage[] = [
  {
    ...SET,
    revision: 2,
    basis: '["á"] MD MID1',
    result: {
      status: 'cleared',
      at: new Date('2026-10-24T11:00:00Z'),
      periods: [
        { item: 0, watts: 123_456, weighed: -75_000 },
        { item: 99, watts: 0, weighed: null },
      ],
    },
    executed: [{ item: 0, watts: -1, cost: '-3/7' }],
  },
  { ...SET, session: 'MID1', revision: 0, basis: '', bids: [], result: null, executed: null },
];
/** Autumn's day has 25 hours. */
const CURVES: DaySpreadCurves = {
  date: DAY,
  earlier: 'MD',
  later: 'MID1',
  generatedAt: new Date('2026-10-24T08:00:00.123Z'),
  learnedUntil: '2026-10-23',
  hours: Array.from({ length: 25 }, (_, hour) => ({
    surprises: [-60, 0.1, 60],
    spreads: [hour / 7, 0.1 + 0.2, -1e-9],
  })),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solano-backup-plans-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function configOf(name: string, more: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    SOLANO_DATA: join(folder, name),
    BACKUP_TARGET: `file:${join(folder, `${name}-backups`)}`,
    ...more,
  });
}

/** The stores of a database, where there is none at `url` those of the data folder's own. */
async function withStores<Result>(
  { dataFolder }: Config,
  url: string | undefined,
  use: (stores: Stores, url: string) => Promise<Result>,
): Promise<Result> {
  await using stack = new AsyncDisposableStack();
  const own = url ?? stack.use(await openEmbeddedServer(dataFolder)).url;
  await migrate(own);
  return await use(postgresStores(stack.use(await PostgresDatabase.connect(own))), own);
}

test.each([
  ['own', 'the service’s own database'],
  ['external', 'an external database'],
])('a backup of plans and curves brings them back as they were: %s', async (name) => {
  await using stack = new AsyncDisposableStack();
  const external = name === 'external' ? stack.use(await createTestDatabase()).url : undefined;
  const config = configOf(name, external ? { DATABASE_URL: external } : {});
  if (!external) await putTestCluster(config.dataFolder);
  await using opened = await openBackups(config);
  const id = await withStores(config, external, async (stores, databaseUrl) => {
    const purchase = await addedPurchase(stores);
    const change = { after: 0, computedFrom: '["x",null]', stages: STAGES, superseded: [SET] };
    await stores.plans.save(purchase.id, change, []);
    await stores.spreadCurves.add(CURVES);
    await backUp(await backUpDeps(config, opened, { databaseUrl, log: SILENT }));
    const { customerId } = purchase;
    await stores.customerRecords.removeSome(customerId, 'purchases', 9, () => anEntry());
    expect(await stores.plans.get(purchase.id)).toBeUndefined();
    return purchase.id;
  });
  const [newest] = (await opened.target.list()).manifests;
  const options = { ...OPTIONS, id: newest?.id as string };
  await restore(await restoreDeps(config, opened, BY), options);
  await withStores(config, external, async ({ plans, spreadCurves }) => {
    const plan = await plans.get(id);
    expect(plan).toMatchObject({ revision: 1, computedFrom: '["x",null]' });
    expect(new Set(plan?.stages)).toEqual(new Set(STAGES));
    expect(await plans.superseded(id)).toEqual([SET]);
    const { hours: _, learnedUntil: __, ...version } = CURVES;
    expect(await spreadCurves.newest({ from: DAY, to: DAY }, EVER)).toEqual([CURVES]);
    expect(await spreadCurves.versions(DAY, EVER)).toEqual([version]);
  });
});
