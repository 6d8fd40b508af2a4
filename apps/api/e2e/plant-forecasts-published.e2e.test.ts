import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryObjectStore } from '@solano/directory';
import { SOURCE } from '@solano/domain/contracts';
import type { ForecastRunner } from '@solano/domain/forecasting';
import { ownForecastSchedule } from '@solano/domain/forecasting/jobs';
import { runForecastTask } from '@solano/domain/forecasting/models';
import { issueKey } from '@solano/domain/service';
import { ForecastEvent } from '@solano/schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLANT } from './plant.ts';
import { idOf, openService, type TestService } from './service.ts';
import { solano } from './solano.ts';
import { openEndpoint } from './webhook-endpoint.ts';

let service: TestService;

beforeAll(async () => {
  service = await openService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
});
afterAll(() => service[Symbol.asyncDispose]());

/** A customer with a plant of sun, which has forecasts without weather. */
async function aPlant(customer: string, name: string) {
  const { customer: added } = await service.customer(customer);
  const scopes = ['read', 'plants', 'webhooks'];
  const { token: key } = await issueKey(service.stores, SOURCE, customer, { scopes });
  const body = { ...PLANT, name, technology_type: 'solar' };
  const path = `/api/v0/plants/${idOf(await service.call('POST', '/api/v0/plants/', { key, body }))}`;
  const folder = join(service.folder, 'objects', customer, 'normalized');
  return {
    customer: added,
    key,
    path,
    folder,
    call: (method: string, own: string, sent?: object) =>
      service.call(method, own, sent ? { key, body: sent } : { key }),
    normalized: () => service.call('GET', '/api/v0/forecasts/normalized/?format=json', { key }),
    files: (own = encodeURIComponent(name)) => readdir(join(folder, own)).catch(() => []),
  };
}

test('forecasts that are made are given, and are among the normalized ones where that is set', async () => {
  const plant = await aPlant('Soles', 'Añil 1');
  expect((await solano(service, 'forecast', 'publish', 'Soles', 'Añil 1', 'always')).json).toEqual({
    customer: 'Soles',
    plant: 'Añil 1',
    mode: 'always',
  });
  const made = await solano(service, 'forecast', 'make', 'Soles');
  expect(made.json).toMatchObject({
    forecasts: [{ plant: 'Añil 1', method: 'physical', weather: null }],
    without: [],
  });
  const forecast = await plant.call('GET', `${plant.path}/forecast?origin=solano&resolution=15`);
  const { rows } = forecast.json as { rows: { available_mw: number; end_utc: string }[] };
  expect(rows).toHaveLength(7 * 96);
  const normalized = await plant.normalized();
  const published = normalized.json as { plant: string; datetime: string; pred: string }[];
  expect(published.map(({ datetime, pred }) => [datetime, Number(pred)])).toEqual(
    rows.map(({ available_mw, end_utc }) => [
      end_utc.slice(0, 16).replace('T', ' '),
      expect.closeTo(available_mw * 250, 3) as number,
    ]),
  );
  expect(published.some(({ pred }) => Number(pred) > 0)).toBe(true);
  const [file = ''] = await plant.files();
  const text = await readFile(join(plant.folder, encodeURIComponent('Añil 1'), file), 'utf8');
  expect(text.split('\n')[0]).toBe(';pred');
  // A forecast of a method that learned nothing is not for auto.
  await solano(service, 'forecast', 'publish', 'Soles', 'Añil 1', 'auto');
  expect(await plant.files()).toEqual([]);
  expect((await plant.normalized()).status).toBe(404);
});

test('the published file goes with the setting, with the name of its plant and with the plant', async () => {
  const plant = await aPlant('Lunas', 'Creciente');
  await solano(service, 'forecast', 'make', 'Lunas');
  const publish = (mode: string, name = 'Creciente') =>
    solano(service, 'forecast', 'publish', 'Lunas', name, mode);
  await publish('always');
  expect(await plant.files()).toEqual(['solano.csv']);
  await publish('off');
  expect(await plant.files()).toEqual([]);
  await publish('always');
  await plant.call('PATCH', `${plant.path}/`, { name: 'Llena' });
  expect(await plant.files()).toEqual([]);
  await solano(service, 'forecast', 'make', 'Lunas');
  expect(await plant.files('Llena')).toEqual(['solano.csv']);
  expect((await plant.call('DELETE', `${plant.path}/`)).status).toBe(204);
  expect(await plant.files('Llena')).toEqual([]);
});

test('a file of the reserved name that the service did not write stays, and is named by the doctor', async () => {
  const plant = await aPlant('Ajenos', 'Propia');
  const folder = join(plant.folder, 'Propia');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'solano.csv'), ';pred\n2026-03-10 01:00;1\n');
  await solano(service, 'forecast', 'make', 'Ajenos');
  await solano(service, 'forecast', 'publish', 'Ajenos', 'Propia', 'always');
  expect((await plant.normalized()).json).toEqual([
    { plant: 'Propia', datetime: '2026-03-10 01:00', pred: '1' },
  ]);
  const doctor = await solano(service, 'doctor');
  expect(doctor.stdout + doctor.stderr).toContain('Ajenos/normalized/Propia/solano.csv');
  const file = join(folder, 'solano.csv');
  const ofPlant = ['--plant', 'Propia'];
  const put = await solano(service, 'forecast', 'put', 'Ajenos', 'normalized', file, ...ofPlant);
  expect(put.stderr).toContain('The name solano.csv is that of the service’s own forecasts.');
});

test('commands for plants and customers that are not there fail with a line that says so', async () => {
  await aPlant('Pocos', 'Una');
  const failures = [
    [['make', 'Nadie'], 'There is no customer Nadie.'],
    [['make', 'Pocos', '--plant', 'Otra'], 'Pocos has no plant Otra.'],
    [['publish', 'Pocos', 'Otra', 'auto'], 'Pocos has no plant Otra.'],
    [['make', 'Pocos', '--at', 'run'], '--at needs --since'],
    [['evaluate', 'Pocos', '--from', '2026-01-01', '--to', '2026-03-01'], 'more than 31 days'],
  ] as const;
  for (const [args, problem] of failures) {
    const { stdout, stderr } = await solano(service, 'forecast', ...args);
    expect(stdout).toBe('');
    expect(stderr).toContain(problem);
  }
});

test('webhooks are told of the forecasts that are as long as the weather, once, as the document describes', async () => {
  const plant = await aPlant('Avisos', 'Solar');
  await using endpoint = await openEndpoint();
  const { json } = await plant.call('POST', '/api/v0/webhooks', {
    url: endpoint.url,
    events: ['forecast.published'],
  });
  const { secret } = json as { secret: string };
  const now = new Date('2031-03-10T07:07:00Z');
  const deps = {
    ...service.stores,
    customers: { list: async () => [plant.customer] },
    objects: new DirectoryObjectStore(join(service.folder, 'objects')),
    clock: () => now,
    log: { info() {}, warn() {}, error() {} },
  };
  const forecasts: ForecastRunner = { run: (task) => runForecastTask(deps, task, () => {}) };
  const schedule = ownForecastSchedule({ ...deps, forecasts });
  await schedule.run();
  // The same hour again: the weather is the same, and nothing is sent.
  await schedule.run();
  await endpoint.until(1);
  const [message] = endpoint.received.map(({ headers, body }) => {
    return ForecastEvent.parse(new Webhook(secret).verify(body, headers as Record<string, string>));
  });
  expect(message).toMatchObject({
    type: 'forecast.published',
    data: {
      generated_at: now.toISOString(),
      plants: [
        { plant: 'Solar', method: 'physical', weather: null, from: '2031-03-10T07:00:00.000Z' },
      ],
    },
  });
  const { json: listed } = await plant.call('GET', '/api/v0/webhooks');
  const [webhook] = listed as { id: string }[];
  const deliveries = await plant.call('GET', `/api/v0/webhooks/${webhook?.id}/deliveries`);
  expect(deliveries.json).toHaveLength(1);
});
