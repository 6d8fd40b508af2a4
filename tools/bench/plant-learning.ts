// Measures what it takes to learn a wind farm of three years of hours with twelve neighbours from the database, in
// a thread of a process that does nothing else, and ends with 1 where a goal is missed. Linux alone.
//
//   npm run bench:plant-learning -- [--runs 24x1,168x1,168x4]   hours of a run of weather x runs a day
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { DAY_MS } from '@solano/domain/kernel';
import { addCustomer } from '@solano/domain/service';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { addFarms, type RunPlan } from './plant-learning/wind-farms.ts';

const MAX_CPU_SECONDS = 40;
const MAX_MEGABYTES = 300;
const LEARN = fileURLToPath(import.meta.resolve('./plant-learning/learn.ts'));

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '24x1,168x1,168x4' } },
});

await using opened = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
opened.defer(() => rm(folder, { recursive: true, force: true }));
const { url } = opened.use(await openEmbeddedServer(folder));
await migrate(url);
for (const text of values.runs.split(',')) {
  const [hours = 0, aDay = 0] = text.split('x').map(Number);
  await measure({ hours, aDay });
}

async function measure(plan: RunPlan): Promise<void> {
  const [customerId, plantId] = await fill(plan);
  const { stdout } = await promisify(execFile)(process.execPath, [LEARN, url, customerId, plantId]);
  const { cpu, idle, peak } = JSON.parse(stdout) as { cpu: number; idle: number; peak: number };
  const figures = `${cpu.toFixed(1)} s of CPU, ${Math.round(peak)} MB at most (${Math.round(idle)} MB before)`;
  console.log(`${plan.aDay} run(s) a day of ${plan.hours} hours: ${figures}`);
  if (cpu <= MAX_CPU_SECONDS && peak <= MAX_MEGABYTES) return;
  console.error(`goal missed: at most ${MAX_CPU_SECONDS} s and ${MAX_MEGABYTES} MB`);
  process.exitCode = 1;
}

/** A customer and one of its farms. */
async function fill(plan: RunPlan): Promise<[customerId: string, plantId: string]> {
  await using database = await PostgresDatabase.connect(url);
  const stores = postgresStores(database);
  const deps = {
    ...stores,
    secrets: new NodeSecrets(),
    clock: () => new Date(),
    newId: randomUUID,
  };
  const { id } = await addCustomer(deps, SOURCE, `bench-${plan.hours}-${plan.aDay}`);
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return [id, await addFarms(stores, id, plan, end)];
}
