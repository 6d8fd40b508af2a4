import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

const HOUR_MS = 3_600_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

let plants = 0;

/** A plant of 20 MW nominal with the files of its folder. */
async function aPlant(as = key, customer = 'Norte') {
  plants += 1;
  const name = `Muxia-${plants}`;
  const id = await addPlant(service, as, name);
  return {
    id,
    name,
    /** Writes a normalized file of MW by hour of 10 March 2026 (UTC), modified at an instant. */
    async deliver(file: string, at: string, mw: readonly number[]) {
      const rows = mw.map((each, hour) => {
        return `2026-03-10 ${String(hour + 1).padStart(2, '0')}:00;${each * 1_000}`;
      });
      await writeObject(
        `${customer}/normalized/${name}/${file}`,
        at,
        [';pred', ...rows].join('\n'),
      );
    },
    get: (path: string, reader = as) =>
      service.call('GET', `/api/v0/plants/${id}/${path}`, { key: reader }),
    record: (mw: readonly number[]) => record(name, mw, as),
  };
}

async function writeObject(path: string, at: string, text: string) {
  const file = join(service.folder, 'objects', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await utimes(file, new Date(at), new Date(at));
}

/** Records MW by hour of 10 March 2026 (UTC). */
async function record(plant: string, mw: readonly number[], as: string) {
  const start = Date.parse('2026-03-10T00:00:00Z');
  const values = mw.map((each, hour) => ({
    start_time_utc: new Date(start + hour * HOUR_MS).toISOString(),
    end_time_utc: new Date(start + (hour + 1) * HOUR_MS).toISOString(),
    mw: each,
  }));
  const body = { plant_id: plant, values };
  const { status } = await service.call('POST', '/api/v0/production/', { key: as, body });
  expect(status).toBe(201);
}

async function addOutage(
  plant: string,
  type: string,
  hours: readonly [string, string],
  mw: number,
) {
  const [from, to] = hours.map((hour) => `2026-03-10T${hour}:00Z`);
  const body = {
    plant_id: plant,
    start_time_utc: from,
    end_time_utc: to,
    available_power_mw: mw,
    availability_type: type,
  };
  const { status } = await service.call('POST', '/api/v0/unavailabilities/', { key, body });
  expect(status).toBe(201);
}

const mwOf = ({ json }: { json: unknown }, name = 'mw') =>
  (json as { rows: Record<string, number>[] }).rows.map((row) => row[name]);

describe('the forecast of a plant', () => {
  test('the forecast is the newest file that was known at the instant, also one that was overwritten', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 2]);
    expect(mwOf(await plant.get('forecast'))).toEqual([1, 2]);
    await plant.deliver('a.csv', '2026-03-09T09:00:00Z', [3, 4]);
    await plant.deliver('b.csv', '2026-03-09T08:00:00Z', [5]);
    const now = await plant.get('forecast?origin=delivered');
    expect(now.json).toEqual({
      plant: plant.name,
      origin: 'delivered',
      method: null,
      generated_at: '2026-03-09T09:00:00.000Z',
      weather: null,
      rows: [
        {
          start_utc: '2026-03-10T00:00:00Z',
          end_utc: '2026-03-10T01:00:00Z',
          datetime: '2026-03-10 02:00',
          mw: 3,
          p10: null,
          p50: null,
          p90: null,
          available_mw: 3,
          available_p10: null,
          available_p50: null,
          available_p90: null,
        },
        expect.objectContaining({ mw: 4 }),
      ],
    });
    expect(mwOf(await plant.get('forecast?as_of=2026-03-09T08:59:59Z'))).toEqual([5]);
    expect(mwOf(await plant.get('forecast?as_of=2026-03-09T07:00:00Z'))).toEqual([1, 2]);
    const before = await plant.get('forecast?as_of=2026-03-09T05:00:00Z');
    expect(before.status).toBe(404);
    expect(before.json).toEqual({
      detail: `No forecast of plant ${plant.name} was known at 2026-03-09T05:00:00.000Z.`,
    });
  });

  test('the forecast is given in another resolution, with other quantiles, and as files', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 2]);
    expect(mwOf(await plant.get('forecast?resolution=30'))).toEqual([1, 1, 2, 2]);
    const { json } = await plant.get('forecast?quantiles=90,5&quantiles=5');
    const [row = {}] = (json as { rows: object[] }).rows;
    expect(Object.keys(row).slice(3)).toEqual([
      'mw',
      'p5',
      'p90',
      'available_mw',
      'available_p5',
      'available_p90',
    ]);
    const csv = await plant.get('forecast?format=csv&quantiles=50');
    expect(csv.text.split('\n')[0]).toBe(
      'plant;start_utc;end_utc;datetime;mw;p50;available_mw;available_p50',
    );
    for (const format of ['xlsx', 'parquet']) {
      const { status, headers } = await plant.get(`forecast?format=${format}`);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toContain(`forecast.${format}`);
    }
  });

  test('available power is capped by curtailments and scaled by other unavailabilities', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [12, 12, 12, 12]);
    await addOutage(plant.name, 'CURTAILMENT', ['01:00', '03:00'], 8);
    await addOutage(plant.name, 'UNAVAILABILITY', ['02:00', '04:00'], 5);
    const forecast = await plant.get('forecast');
    expect(mwOf(forecast)).toEqual([12, 12, 12, 12]);
    expect(mwOf(forecast, 'available_mw')).toEqual([12, 8, 3, 3]);
    const series = await plant.get('forecast/series?from=2026-03-10&to=2026-03-10&resolution=60');
    expect(mwOf(series, 'available_mw')).toEqual([12, 8, 3, 3]);
    const past = await plant.get('forecast?as_of=2026-03-10T00:00:00Z');
    expect(mwOf(past, 'available_mw')).toEqual([12, 12, 12, 12]);
  });

  test('the forecast by lead is that of each period as it was known', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 1]);
    await plant.deliver('b.csv', '2026-03-09T23:50:00Z', [2, 2]);
    const series = (more: string) =>
      plant.get(`forecast/series?from=2026-03-10&to=2026-03-10&resolution=60${more}`);
    expect(mwOf(await series(''))).toEqual([1, 1]);
    expect(mwOf(await series('&lead=1'))).toEqual([1, 2]);
    expect((await series('&lead=1')).json).toMatchObject({ plant: plant.name, lead: 1 });
  });

  test('a forecast is missing where none came, and nobody sees another customer’s', async () => {
    const plant = await aPlant();
    const { status, json } = await plant.get('forecast');
    expect([status, json]).toEqual([
      404,
      { detail: `No forecast of plant ${plant.name} has been delivered.` },
    ]);
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1]);
    expect((await plant.get('forecast?origin=solano')).status).toBe(404);
    for (const path of ['forecast', 'forecast/series?from=2026-03-10&to=2026-03-10', 'score']) {
      expect((await plant.get(path, otherKey)).json).toEqual({ detail: 'Not found.' });
      const anonymous = await service.call('GET', `/api/v0/plants/${plant.id}/${path}`);
      expect(anonymous.status).toBe(403);
      const unknown = await service.call('GET', `/api/v0/plants/${UNKNOWN}/${path}`, { key });
      expect(unknown.status).toBe(404);
    }
  });

  test.each([
    ['forecast?quantiles=0', 'Unsupported quantile: 0. Use whole numbers from 1 to 99.'],
    ['forecast?quantiles=10,x', 'Unsupported quantile: x. Use whole numbers from 1 to 99.'],
    ['forecast?as_of=2026-03-10', /^Parameter 'as_of' must be an ISO 8601/],
    ['forecast?resolution=20', /^Parameter 'resolution' must be one of: 15, 30, 60/],
    ['forecast?origin=other', /origin/],
    ['forecast?format=xml', /^Unsupported format: xml/],
    ['forecast/series?to=2026-03-10', 'Missing required parameter: from'],
    ['forecast/series?from=2026-03-10&to=2026-03-10&lead=run', /^Parameter 'lead' must be/],
    ['score?lead=169', /^Parameter 'lead' must be day_ahead, run or/],
    ['score?from=2026-03-10&to=2026-03-09', /is before the first/],
    ['score?from=2024-03-10&to=2026-03-09', /are more than 400 days/],
  ])('a request with bad parameters is rejected: %s', async (path, error) => {
    const plant = await aPlant();
    const { status, json } = await plant.get(path);
    expect(status).toBe(400);
    expect((json as { error: string }).error).toMatch(error);
  });
});

describe('scores', () => {
  test('scores compare each quarter with the forecast that was known', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 2, 3, 4]);
    await plant.record([2, 2, 1]);
    await addOutage(plant.name, 'OTHER', ['00:00', '00:30'], 5);
    const { status, json } = await plant.get('score?from=2026-03-10&to=2026-03-10');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      plant: plant.name,
      from: '2026-03-10',
      to: '2026-03-10',
      lead: 'day_ahead',
      periods: 10,
      // A Madrid day: four quarters before midnight UTC, and those from three o'clock on.
      left_out: { outage: 2, no_production: 84, no_forecast: 0 },
      produced_mwh: 5,
      // The service itself had no forecast: half an hour at 1 MW, and 2 MW produced.
      lost: [{ mwh: -0.5, eur: null, origin: 'delivered' }],
    });
    const [origin] = (json as { origins: Record<string, number>[] }).origins;
    // Errors of MW: −1 in two quarters, 0 in four, 2 in four.
    expect(origin).toMatchObject({
      origin: 'delivered',
      pinball: null,
      coverage: { '50': null, '80': null, '90': null },
      forecast_mwh: 10,
      skill_persistence: null,
    });
    expect(origin?.nmae).toBeCloseTo(10 / 10 / 20, 12);
    expect(origin?.nrmse).toBeCloseTo(Math.sqrt(18 / 10) / 20, 12);
    expect(origin?.bias).toBeCloseTo(6 / 10 / 20, 12);
  });

  test('scores change with a measurement, a take-back, a forecast and an outage, and with nothing else', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 1]);
    await plant.record([2, 2]);
    const score = async () => (await plant.get('score?from=2026-03-10&to=2026-03-10')).text;
    const first = await score();
    expect(await score()).toBe(first);
    const form = new FormData();
    form.append('plant_id', plant.name);
    const csv = 'utc;MW\n2026-03-10 01:00;5\n';
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'a.csv');
    const path = '/api/v0/production/files';
    const sent = await service.call('POST', path, { key, body: form });
    expect(sent.status).toBe(201);
    expect(await score()).not.toBe(first);
    const { id } = sent.json as { id: string };
    await service.call('DELETE', `/api/v0/production/uploads/${id}`, { key });
    expect(await score()).toBe(first);
    await plant.deliver('a.csv', '2026-03-09T07:00:00Z', [2, 1]);
    const second = await score();
    expect(second).not.toBe(first);
    await addOutage(plant.name, 'OTHER', ['00:00', '00:30'], 5);
    expect(await score()).not.toBe(second);
  });

  test('scores know a measurement as early as the plant’s settings say', async () => {
    const plant = await aPlant();
    await plant.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 2, 3, 5]);
    await plant.record([2, 4, 1, 3]);
    const put = async (minutes: number) => {
      const body = { known_after_minutes: minutes };
      await service.call('PUT', `/api/v0/plants/${plant.id}/settings`, { key, body });
    };
    const skill = async () => {
      const { json } = await plant.get('score?from=2026-03-10&to=2026-03-10&lead=1');
      const [origin] = (json as { origins: Record<string, number>[] }).origins;
      return origin?.skill_persistence;
    };
    await put(0);
    expect(await skill()).toEqual(expect.any(Number));
    await put(1_440);
    expect(await skill()).toBeNull();
  });

  test('the scores of all plants come by name, with the times of the last deliveries, as files too', async () => {
    const { key: own } = await service.customer('Todas');
    const [measured, silent] = [await aPlant(own, 'Todas'), await aPlant(own, 'Todas')];
    await measured.deliver('a.csv', '2026-03-09T06:00:00Z', [1, 2]);
    await measured.record([2, 2]);
    const list = (more: string) =>
      service.call('GET', `/api/v0/plants/scores?from=2026-03-10&to=2026-03-10${more}`, {
        key: own,
      });
    const { status, json } = await list('');
    expect(status).toBe(200);
    expect(json).toMatchObject([
      {
        id: measured.id,
        plant: measured.name,
        technology_type: 'wind',
        nominal_capacity_mw: '20.000',
        periods: 8,
        produced_mwh: 4,
        forecast_mwh: 3,
        origins: [{ origin: 'delivered', nmae: 0.025 }],
        lost: [],
        production: { until: '2026-03-10T02:00:00.000Z', late_since: null },
        // Nothing came on the next day by an hour after 07:00 of Madrid.
        forecast: {
          delivered_at: '2026-03-09T06:00:00.000Z',
          late_since: '2026-03-10T07:00:00.000Z',
        },
      },
      {
        plant: silent.name,
        periods: 0,
        forecast_mwh: null,
        origins: [],
        production: { delivered_at: null, until: null, late_since: null },
        forecast: { delivered_at: null, late_since: null },
      },
    ]);
    expect((await list('&format=csv')).text.split('\n')).toHaveLength(4);
    expect((await list('&format=xlsx')).status).toBe(200);
    const long = await service.call('GET', '/api/v0/plants/scores?from=2026-01-01&to=2026-03-01', {
      key: own,
    });
    expect(long.status).toBe(400);
  });

  test.each(['forecast', 'score'])('other methods of %s are rejected with 405', async (name) => {
    const plant = await aPlant();
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const path = `/api/v0/plants/${plant.id}/${name}`;
      expect((await service.call(method, path, { key })).status).toBe(405);
    }
    expect((await service.call('DELETE', '/api/v0/plants/scores', { key })).status).toBe(405);
  });

  test.each([
    ['forecast', 'GET, HEAD'],
    ['score', ''],
    ['scores', 'GET, HEAD'],
    ['import', 'POST'],
  ])(
    '%s is a word and no plant: other methods than "%s" are rejected with 405',
    async (word, allow) => {
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        const { status, headers } = await service.call(method, `/api/v0/plants/${word}/`, { key });
        expect([status, headers.get('Allow')]).toEqual([405, allow]);
      }
    },
  );
});
