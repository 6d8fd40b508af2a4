import { malformed, type Plant } from '@solano/domain/assets';
import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import { encodeSegment, SolanoError } from '@solano/domain/kernel';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDeliveredForecastStore,
  MemoryObjectStore,
  MemoryPlantStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { forecastRuns } from './forecast-runs.ts';
import { recordAllForecasts, recordForecasts } from './record-forecasts.ts';

const DIGEST = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0');
const ALWAYS = { from: -8.64e15, to: 8.64e15 };

function opened() {
  const database = new MemoryDatabase();
  const read: string[] = [];
  const warnings: object[] = [];
  const deps = {
    customers: new MemoryCustomerStore(database),
    plants: new MemoryPlantStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    objects: new MemoryObjectStore(),
    digest: DIGEST,
    readForecastRuns: async (_customerId: string, content: Uint8Array) => {
      const text = Buffer.from(content).toString();
      read.push(text);
      const [header, ...lines] = text.trim().split('\n');
      if (header !== ';pred') throw malformed();
      return forecastRuns(lines.map((line) => line.split(';')));
    },
    log: { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} },
  };
  const addCustomer = async (folder: string | null) => {
    const customer = aCustomer({ name: `c${crypto.randomUUID()}`, folder });
    await deps.customers.add(customer, anEntry());
    return customer;
  };
  const addPlant = async (customerId: string, name: string) => {
    const plant = { ...aPlant(customerId), name };
    await deps.plants.add(plant, anEntry());
    return plant;
  };
  const put = (key: string, text: string) => deps.objects.put(key, Buffer.from(text), 'text/csv');
  const valuesOf = async ({ customerId, id }: Plant) => {
    const values: number[][] = [];
    for await (const { versions } of deps.deliveredForecasts.versions(customerId, [id], ALWAYS)) {
      for (const { runs } of versions) values.push(runs.flatMap((run) => Array.from(run.microMw)));
    }
    return values;
  };
  return { deps, read, warnings, addCustomer, addPlant, put, valuesOf };
}

const fileOf = (kwh: number) => `;pred\n2026-11-26 01:00;${kwh}\n`;

test('every file of a plant is recorded once, and again where it is overwritten', async () => {
  const { deps, read, addCustomer, addPlant, put, valuesOf } = opened();
  const customer = await addCustomer('Norte');
  const plant = await addPlant(customer.id, 'MUXIA ñ');
  const folder = `Norte/normalized/${encodeSegment(plant.name, DIGEST)}`;
  await put(`${folder}/a.csv`, fileOf(1));
  await put(`${folder}/B.CSV`, fileOf(2));
  for (const other of ['c.txt', 'deeper/d.csv']) await put(`${folder}/${other}`, fileOf(9));
  await recordForecasts(deps, customer);
  await recordForecasts(deps, customer, plant);
  expect((await valuesOf(plant)).flat().toSorted((a, b) => a - b)).toEqual([1_000, 2_000]);
  expect(read).toHaveLength(2);
  await put(`${folder}/a.csv`, fileOf(3));
  await recordForecasts(deps, customer, plant);
  expect((await valuesOf(plant)).flat().toSorted((a, b) => a - b)).toEqual([1_000, 2_000, 3_000]);
});

test('a file that cannot be read is a version without values, and is read once', async () => {
  const { deps, read, addCustomer, addPlant, put } = opened();
  const customer = await addCustomer('Norte');
  const plant = await addPlant(customer.id, 'p');
  await put('Norte/normalized/p/a.csv', 'nothing of a forecast');
  await recordForecasts(deps, customer);
  await recordForecasts(deps, customer);
  expect(read).toHaveLength(1);
  const [state] = await deps.deliveredForecasts.states(customer.id, [plant.id]);
  expect(state).toMatchObject({ versions: 1 });
});

test('a file of more than 8 MiB is recorded without being read', async () => {
  const { deps, read, addCustomer, addPlant, put } = opened();
  const customer = await addCustomer('Norte');
  const plant = await addPlant(customer.id, 'p');
  await put('Norte/normalized/p/a.csv', `;pred\n${'2026-11-26 01:00;1\n'.repeat(450_000)}`);
  await recordForecasts(deps, customer, plant);
  expect(read).toEqual([]);
  expect(await deps.deliveredForecasts.states(customer.id, [plant.id])).toHaveLength(1);
});

test('folders of plants that the customer does not have, and of other customers, are left alone', async () => {
  const { deps, read, addCustomer, addPlant, put } = opened();
  const [customer, other] = [await addCustomer('Norte'), await addCustomer('Sur')];
  await addPlant(other.id, 'q');
  await addPlant(customer.id, 'p');
  await put('Norte/normalized/q/a.csv', fileOf(1));
  await put('Sur/normalized/p/a.csv', fileOf(1));
  for (const each of [customer, other, await addCustomer(null)]) await recordForecasts(deps, each);
  expect(read).toEqual([]);
});

test('a customer whose folder cannot be read is logged, and the others are recorded', async () => {
  const { deps, warnings, addCustomer, addPlant, put, valuesOf } = opened();
  const [first, second] = [await addCustomer('A'), await addCustomer('B')];
  await addPlant(first.id, 'p');
  const plant = await addPlant(second.id, 'p');
  await put('A/normalized/p/a.csv', fileOf(1));
  await put('B/normalized/p/a.csv', fileOf(2));
  const objects = {
    list: deps.objects.list.bind(deps.objects),
    get: deps.objects.get.bind(deps.objects),
    listFolders(prefix: string) {
      if (prefix.startsWith('A/')) throw new SolanoError('objects_unavailable', 'gone');
      return deps.objects.listFolders(prefix);
    },
  };
  await recordAllForecasts({ ...deps, objects });
  expect(warnings).toMatchObject([{ customer: first.name }]);
  expect(await valuesOf(plant)).toEqual([[2_000]]);
});
