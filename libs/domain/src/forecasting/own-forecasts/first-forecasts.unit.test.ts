import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { FORECAST_JOB, type Job } from '@solano/domain/service';
import { forecastWorld } from '@solano/domain/test/forecast-world';
import { MemoryJobQueue } from '@solano/memory';
import { expect, test } from 'vitest';
import type { PlantHistory } from '../plant-model/plant-history.ts';
import { gridPlace } from '../weather/weather-place.ts';
import { firstForecastTask } from './first-forecasts.ts';
import { type ForecastTask, runForecastTask } from './forecast-task.ts';

const NOW = Date.parse('2026-11-26T08:00:00Z');
const SUN = { technology: 'solar', installedMw: 30, lat: 41.65, lon: -0.9 } as const;
const WIND = { technology: 'wind', installedMw: 30, lat: 43, lon: -9 } as const;
const RUN = {
  source: 'file',
  issuedAt: NOW - 6 * HOUR_MS,
  knownAt: NOW - HOUR_MS,
  start: NOW - 6 * HOUR_MS,
  fields: {
    wind_speed_100m: new Float64Array(48).fill(8),
    shortwave_radiation: new Float64Array(48).fill(100),
  },
};

async function opened() {
  const { deps, customer, addCustomer, addPlant, setTime, database } = forecastWorld(NOW);
  await addCustomer();
  const tasks: ForecastTask[] = [];
  let meanwhile = async () => {};
  const forecasts = {
    async run(task: ForecastTask) {
      tasks.push(task);
      await meanwhile();
      meanwhile = async () => {};
      return runForecastTask(deps, task, () => {});
    },
  };
  const secrets = { digest: deps.digest };
  const task = firstForecastTask({ ...deps, forecasts, secrets, messageText: JSON.stringify });
  const queue = new MemoryJobQueue(database, deps.clock);
  /** Does the jobs that are there; returns whose they are. */
  const work = async () => {
    const connection = await queue.open({ onWork: () => {}, onLost: () => {} });
    const claims = [
      { kind: FORECAST_JOB, limit: 9, concurrencyPerLane: Number.POSITIVE_INFINITY, afterLane: '' },
    ];
    const jobs: Job[] = await connection.reportAndClaim({ ended: [], saved: [], due: [], claims });
    for (const job of jobs) expect(await task.step(job)).toBeUndefined();
    await connection.reportAndClaim({ ended: jobs, saved: [], due: [], claims: [] });
    await connection.close();
    return jobs.map(({ subject }) => subject);
  };
  const add = (name: string, plant: PlantHistory['plant']) => {
    const production = { start: NOW, mw: new Float64Array() };
    const history = { plant, weather: [], neighbours: [], production, knownAfter: HOUR_MS };
    return addPlant(name, history, NOW);
  };
  const newest = async (plantId: string) =>
    (await deps.ownForecasts.newest(customer.id, plantId, deps.clock(), 1))[0];
  return {
    deps,
    customer,
    queue,
    task,
    tasks,
    work,
    add,
    newest,
    setTime,
    setMeanwhile: (work: () => Promise<void>) => {
      meanwhile = work;
    },
  };
}

test('a plant that is added has its forecast with the job that came with it', async () => {
  const { customer, add, work, newest, tasks } = await opened();
  const plant = await add('Solar', SUN);
  expect(await work()).toEqual([customer.id]);
  expect(await newest(plant.id)).toMatchObject({ method: 'physical', weather: null });
  expect(await work()).toEqual([]);
  expect(tasks).toHaveLength(1);
});

test('plants that are added together have one job', async () => {
  const { add, work, newest, tasks } = await opened();
  const plants = [await add('A', SUN), await add('B', SUN)];
  await work();
  expect(tasks).toMatchObject([{ kind: 'make', plantIds: plants.map(({ id }) => id) }]);
  for (const { id } of plants) expect(await newest(id)).toBeDefined();
});

test('a plant behind a thousand others has its first forecast', async () => {
  const { add, work, newest, tasks } = await opened();
  for (let i = 0; i < 1_000; i += 1) await add(`Farm ${i}`, WIND);
  const last = await add('Solar', SUN);
  await work();
  expect(tasks).toMatchObject([{ kind: 'make', plantIds: [last.id] }]);
  expect(await newest(last.id)).toBeDefined();
});

test('a plant has its forecast anew with the first weather of its place, and wind its first', async () => {
  const { deps, add, work, newest, tasks } = await opened();
  const [sun, wind] = [await add('Solar', SUN), await add('Wind', WIND)];
  await work();
  expect(await newest(wind.id)).toBeUndefined();
  for (const plant of [sun, wind]) await deps.weather.record(gridPlace(plant), [RUN], deps.clock());
  expect(await work()).toEqual(['all']);
  for (const { id } of [sun, wind]) {
    expect((await newest(id))?.weather?.issuedAt.getTime()).toBe(RUN.issuedAt);
  }
  const later = { ...RUN, issuedAt: NOW, knownAt: NOW };
  await deps.weather.record(gridPlace(wind), [later], deps.clock());
  expect(await work()).toEqual([]);
  expect(tasks).toHaveLength(2);
});

test('a worker that begins makes the forecasts of plants alone that have had none for two days', async () => {
  const { add, work, queue, task, newest, setTime, tasks } = await opened();
  const old = await add('Old', SUN);
  await work();
  const start = async (at: number) => {
    setTime(at);
    await queue.add(task.initialJobs?.() ?? []);
    expect(await work()).toEqual(['all']);
  };
  await start(NOW + 2 * DAY_MS);
  expect(tasks).toHaveLength(1);
  await start(NOW + 2 * DAY_MS + 1);
  expect(tasks).toHaveLength(2);
  expect((await newest(old.id))?.knownAt.getTime()).toBe(NOW + 2 * DAY_MS + 1);
});

test('a plant that comes while forecasts are made is not forgotten', async () => {
  const { add, work, newest, setMeanwhile } = await opened();
  const ids: string[] = [];
  setMeanwhile(async () => void ids.push((await add('Late', SUN)).id));
  await add('Early', SUN);
  await work();
  expect(await newest(ids[0] as string)).toBeDefined();
});
