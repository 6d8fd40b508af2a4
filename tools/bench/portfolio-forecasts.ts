// Measures the forecasts of a customer's plants through the database: making those of all plants, and what the
// forecast of their sum is computed from. docs/performance.md has its results.
//
//   node tools/bench/portfolio-forecasts.ts [--plants 1000] [--days 60]
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { Plant } from '@solano/domain/assets';
import { anEntry, aPlant, SOURCE } from '@solano/domain/contracts';
import {
  gridPlace,
  LEVELS,
  type PlantOwnForecast,
  portfolioForecast,
  SHARES,
} from '@solano/domain/forecasting';
import { runForecastTask, sumForecasts } from '@solano/domain/forecasting/models';
import { DAY_MS, HOUR_MS, MICRO } from '@solano/domain/kernel';
import { addCustomer, type Customer } from '@solano/domain/service';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { TestRelay } from '../servers/between/test-relay.ts';
import { StatementCounts } from './http/counters.ts';

/** Learned with weather and production of so many days. */
const LEARNED_DAYS = 90;
const RUN_HOURS = 168;
const MW = 30;
const RENEWED_HOURS = 48;

const { values } = parseArgs({
  options: {
    plants: { type: 'string', default: '1000' },
    days: { type: 'string', default: '60' },
  },
});
const count = Number(values.plants);
const days = Number(values.days);
const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

await using opened = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
opened.defer(() => rm(folder, { recursive: true, force: true }));
const { url } = opened.use(await openEmbeddedServer(folder));
await migrate(url);
const stores = await storesAt(url);
// Beside the measured ones: what counts statements is of this process too, and would be measured.
const statements = new StatementCounts();
const relay = opened.use(await TestRelay.open(url, statements.counter));
const counted = await storesAt(relay.url);
const customer = await fill();
await measured('making them', async () => {
  const task = { kind: 'make', customerId: customer.id, plantIds: undefined } as const;
  const { made } = await runForecastTask(stores, { ...task, at: new Date() }, () => {});
  const learned = made.filter(({ method }) => method === 'learned').length;
  return `${made.length} forecasts, ${learned} learned`;
});
const query = { quantiles: [10, 50, 90] };
const { inputs } = await measured('reading their sum', async () => {
  return portfolioForecast(stores, customer, undefined, query);
});
statements.take();
await portfolioForecast(counted, customer, undefined, query);
const sent = [...statements.take().values()].reduce((sum, each) => sum + each, 0);
console.log(`${count} plants, reading their sum: ${sent} statements`);
await measured('summing them', async () => `${sumForecasts(inputs).length} hours`);

async function storesAt(address: string) {
  const database = opened.use(await PostgresDatabase.connect(address, { connections: 4 }));
  return { ...postgresStores(database), clock: () => new Date() };
}

/** Does some work; prints its CPU, time and longest turn of the event loop. */
async function measured<T>(what: string, work: () => Promise<T>): Promise<T> {
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  // A turn waits for a core on a busy machine; its CPU is its own.
  let last = process.threadCpuUsage();
  let longest = 0;
  const ticks = setInterval(() => {
    const turn = process.threadCpuUsage(last);
    longest = Math.max(longest, turn.user + turn.system);
    last = process.threadCpuUsage();
  }, 1);
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  await new Promise(setImmediate);
  turns.disable();
  clearInterval(ticks);
  const seconds = (performance.now() - begun) / 1000;
  const figures = [
    `${((user + system) / MICRO).toFixed(1)} s of CPU in ${seconds.toFixed(1)} s`,
    `longest turn ${(longest / 1000).toFixed(0)} ms of CPU in ${(turns.max / MICRO).toFixed(0)} ms, 99 % ${(turns.percentile(99) / MICRO).toFixed(0)} ms`,
  ];
  console.log(
    `${count} plants, ${what}: ${figures.join(', ')}${typeof result === 'string' ? ` (${result})` : ''}`,
  );
  return result;
}

/** Plants with two runs of weather, hours of production and forecasts of each day, and of the last two each hour. */
async function fill(): Promise<Customer> {
  const deps = { ...stores, newId: randomUUID };
  const customer = await addCustomer(deps, SOURCE, 'bench');
  const plants = Array.from({ length: count }, (_, i): Plant => {
    const [lat, lon] = [36 + (i % 40) * 0.2, -9 + Math.floor(i / 40) * 0.2];
    const place = { lat: lat.toFixed(7), lon: lon.toFixed(7) };
    const power = { installedCapacityMw: `${MW}.000`, nominalCapacityMw: `${MW}.000` };
    const name = `P${String(i).padStart(4, '0')}`;
    return { ...aPlant(customer.id, { name }), ...place, ...power, technologyType: 'wind' };
  });
  for (const [i, plant] of plants.entries()) {
    await stores.plants.add(plant, anEntry());
    await fillPlant(customer, plant, i);
  }
  const [first] = plants as [Plant];
  await runForecastTask(
    stores,
    { kind: 'learn', customerId: customer.id, plantId: first.id },
    () => {},
  );
  const model = (await stores.plantModels.models(customer.id, [first.id])).get(first.id);
  for (const { id } of model ? plants : []) {
    await stores.plantModels.put(customer.id, id, model as NonNullable<typeof model>);
  }
  return customer;
}

async function fillPlant(customer: Customer, plant: Plant, i: number): Promise<void> {
  const issues = Array.from({ length: i === 0 ? LEARNED_DAYS : 2 }, (_, day) => now - day * DAY_MS);
  const runs = issues.reverse().map((issuedAt) => {
    const hours = issuedAt > now - 2 * DAY_MS ? RUN_HOURS : 30;
    const wind_speed_100m = Float64Array.from({ length: hours }, (_, hour) => {
      return windAt(i, issuedAt / HOUR_MS + hour);
    });
    const fields = { wind_speed_100m, wind_direction_100m: new Float64Array(hours).fill(200) };
    return { source: 'bench', issuedAt, knownAt: issuedAt, start: issuedAt, fields };
  });
  await stores.weather.record(gridPlace(plant), runs, new Date());
  const length = Math.max(days + 1, i === 0 ? LEARNED_DAYS : 0) * 24;
  const start = now - length * HOUR_MS;
  const microMw = Array.from({ length }, (_, hour) => {
    const v = windAt(i, start / HOUR_MS + hour);
    return Math.round(MICRO * MW * Math.min(1, (v / 16) ** 2));
  });
  const series = { kind: 'production', plantId: plant.id } as const;
  const delivery = { customerId: customer.id, deliveredAt: new Date() };
  await stores.measurements.record(
    delivery,
    [{ series, runs: [{ start, step: 60, microMw }] }],
    anEntry(),
  );
  const made: PlantOwnForecast[] = [];
  for (let day = days; day > 0; day -= 1)
    made.push(aForecast(plant, i, now - day * DAY_MS, RUN_HOURS));
  for (let hour = RENEWED_HOURS - 1; hour > 0; hour -= 1) {
    if (hour % 24 !== 0) made.push(aForecast(plant, i, now - hour * HOUR_MS, RENEWED_HOURS));
  }
  await stores.ownForecasts.record(customer.id, made, new Date());
}

function windAt(plant: number, hour: number): number {
  const noise = Math.sin(hour * 12.9898 + plant * 78.233) * 43_758.5453;
  return 8 + 5 * Math.sin(hour / 31 + plant) + 3 * (noise - Math.floor(noise) - 0.5);
}

function aForecast({ id: plantId }: Plant, i: number, at: number, hours: number): PlantOwnForecast {
  const shares = Uint16Array.from({ length: hours * LEVELS.length }, (_, place) => {
    const hour = at / HOUR_MS + Math.floor(place / LEVELS.length);
    const level = (LEVELS[place % LEVELS.length] as number) / 100;
    return Math.round(SHARES * Math.min(1, (windAt(i, hour) / 16) ** 2 * (0.5 + level)));
  });
  const weather = { source: 'bench', issuedAt: new Date(at) };
  return {
    plantId,
    knownAt: new Date(at),
    method: 'learned',
    weather,
    start: at,
    installedMicroMw: MW * MICRO,
    shares,
  };
}
