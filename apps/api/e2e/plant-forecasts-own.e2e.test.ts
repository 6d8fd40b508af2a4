import { gridPlace, LEVELS, type PlantOwnForecast, SHARES } from '@solano/domain/forecasting';
import { DAY_MS, HOUR_MS, quartersOfDate } from '@solano/domain/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant, PLANT } from './plant.ts';
import { idOf, openService, type TestService } from './service.ts';

/** Madrid's 10 March 2026 begins. */
const DAY = Date.parse('2026-03-09T23:00:00Z');
/** 09:00 Madrid of the day before. */
const KNOWN = Date.parse('2026-03-09T08:00:00Z');
const MICRO = 1_000_000;

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

let customers = 0;

async function aCustomer() {
  customers += 1;
  const name = `Norte ${customers}`;
  const { customer, key } = await service.customer(name);
  const get = (path: string) => service.call('GET', `/api/v0/plants/${path}`, { key });
  /**
   * Records a forecast of a plant whose quantiles lie on a line from no power to so much of its 30 MW that
   * are installed.
   */
  const forecast = async (plantId: string, top: number, hours = 24, at = KNOWN, start = DAY) => {
    const shares = Uint16Array.from({ length: hours * LEVELS.length }, (_, i) => {
      return (SHARES * top * (LEVELS[i % LEVELS.length] as number)) / 100;
    });
    const made: PlantOwnForecast = {
      plantId,
      knownAt: new Date(at),
      method: 'learned',
      weather: { source: 'file', issuedAt: new Date('2026-03-09T00:00:00Z') },
      start,
      installedMicroMw: 30 * MICRO,
      shares,
    };
    await service.stores.ownForecasts.record(customer.id, [made], new Date());
  };
  /** Records MW by hour since the day began. */
  const produce = async (plant: string, mw: readonly number[], start = DAY) => {
    const values = mw.map((each, hour) => ({
      start_time_utc: new Date(start + hour * HOUR_MS).toISOString(),
      end_time_utc: new Date(start + (hour + 1) * HOUR_MS).toISOString(),
      mw: each,
    }));
    const body = { plant_id: plant, values };
    const { status } = await service.call('POST', '/api/v0/production/', { key, body });
    expect(status).toBe(201);
  };
  const outage = async (plant: string, type: string, hours: readonly [number, number]) => {
    const [start, end] = hours.map((hour) => new Date(DAY + hour * HOUR_MS).toISOString());
    const body = {
      plant_id: plant,
      start_time_utc: start,
      end_time_utc: end,
      available_power_mw: 5,
      availability_type: type,
    };
    const { status } = await service.call('POST', '/api/v0/unavailabilities/', { key, body });
    expect(status).toBe(201);
  };
  const plant = (own: string) => addPlant(service, key, own);
  return { key, plant, get, forecast, produce, outage };
}

const HOUR = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** Records weather of two days from the present hour on. */
function recordWeather(lat: number, fields: Record<string, Float64Array>) {
  const run = { source: 'file', issuedAt: HOUR, knownAt: HOUR, start: HOUR, fields };
  const place = gridPlace({ lat, lon: PLANT.lon });
  return service.stores.weather.record(place, [run], new Date());
}

type Rows = { rows: Record<string, number | null>[] };
const column = ({ json }: { json: unknown }, name: string) =>
  (json as Rows).rows.map((row) => row[name]);

describe('the service’s own forecast', () => {
  test('the forecast has the quantiles that are asked for, between kept ones on lines', async () => {
    const { plant, get, forecast } = await aCustomer();
    const id = await plant('Añón / 1');
    await forecast(id, 1, 2);
    const { status, json } = await get(`${id}/forecast?origin=solano&quantiles=98,2,50,12`);
    expect(status).toBe(200);
    expect(json).toEqual({
      plant: 'Añón / 1',
      origin: 'solano',
      method: 'learned',
      generated_at: '2026-03-09T08:00:00.000Z',
      weather: { source: 'file', issued_at: '2026-03-09T00:00:00.000Z' },
      rows: [
        {
          start_utc: '2026-03-09T23:00:00Z',
          end_utc: '2026-03-10T00:00:00Z',
          datetime: '2026-03-10 01:00',
          mw: 15,
          p2: 0.6,
          p12: 3.6,
          p50: 15,
          p98: 29.4,
          available_mw: 15,
          available_p2: 0.6,
          available_p12: 3.6,
          available_p50: 15,
          available_p98: 29.4,
        },
        expect.objectContaining({ datetime: '2026-03-10 02:00' }),
      ],
    });
  });

  test('each of the 99 quantiles is at least the one below, from no to installed power', async () => {
    const { plant, get, forecast } = await aCustomer();
    const id = await plant('Alta');
    await forecast(id, 1, 1);
    const levels = Array.from({ length: 99 }, (_, i) => i + 1);
    const { json } = await get(`${id}/forecast?origin=solano&quantiles=${levels.join(',')}`);
    const [row = {}] = (json as Rows).rows;
    expect(levels.map((level) => row[`p${level}`])).toEqual(
      levels.map((level) => expect.closeTo(0.3 * level, 6) as number),
    );
  });

  test('the forecast is the newest known at the instant, and an older one where it ends', async () => {
    const { plant, get, forecast } = await aCustomer();
    const id = await plant('Vieja');
    await forecast(id, 0.5, 4, KNOWN - HOUR_MS);
    await forecast(id, 1, 2);
    const mw = async (asOf: string) => {
      return column(await get(`${id}/forecast?origin=solano&as_of=${asOf}`), 'mw');
    };
    expect(await mw('2026-03-09T08:00:00Z')).toEqual([15, 15, 7.5, 7.5]);
    expect(await mw('2026-03-09T07:59:59Z')).toEqual([7.5, 7.5, 7.5, 7.5]);
    expect(await get(`${id}/forecast?origin=solano&as_of=2026-03-09T06:59:59Z`)).toMatchObject({
      status: 404,
      json: {
        detail:
          'No forecast of its own of plant Vieja was known to the service at 2026-03-09T06:59:59.000Z.',
      },
    });
  });

  test('the forecast of its own is given where none was delivered, and none where there is neither', async () => {
    const { plant, get, forecast } = await aCustomer();
    const id = await plant('Sola');
    expect((await get(`${id}/forecast`)).json).toEqual({
      detail: 'No forecast of plant Sola has been delivered.',
    });
    expect((await get(`${id}/forecast?origin=solano`)).json).toEqual({
      detail: 'The service has no forecast of its own of plant Sola.',
    });
    await forecast(id, 1);
    expect((await get(`${id}/forecast`)).json).toMatchObject({ origin: 'solano' });
  });

  test('available power is what was recorded by the instant leaves of each quantile', async () => {
    const { plant, get, forecast, outage } = await aCustomer();
    const id = await plant('Cortada');
    await forecast(id, 1, 3);
    await outage('Cortada', 'CURTAILMENT', [0, 1]);
    await outage('Cortada', 'UNAVAILABILITY', [1, 1.5]);
    const query = `${id}/forecast?origin=solano&quantiles=10,90&resolution=30`;
    const now = await get(query);
    expect(column(now, 'p90')).toEqual(Array(6).fill(27));
    // A cap of 5 MW for an hour, then a quarter of 20 MW nominal for half an hour.
    expect(column(now, 'available_p10')).toEqual([3, 3, 0.75, 3, 3, 3]);
    expect(column(now, 'available_p90')).toEqual([5, 5, 6.75, 27, 27, 27]);
    expect(column(now, 'available_mw')).toEqual([5, 5, 3.75, 15, 15, 15]);
    const before = await get(`${query}&as_of=2026-03-10T00:00:00Z`);
    expect(column(before, 'available_p90')).toEqual(Array(6).fill(27));
  });

  test('files have the same columns', async () => {
    const { plant, get, forecast } = await aCustomer();
    const id = await plant('Hoja');
    await forecast(id, 1, 1);
    const csv = await get(`${id}/forecast?origin=solano&quantiles=50,90&format=csv`);
    expect(csv.text.trim().split('\n')).toEqual([
      'plant;start_utc;end_utc;datetime;mw;p50;p90;available_mw;available_p50;available_p90',
      'Hoja;2026-03-09T23:00:00Z;2026-03-10T00:00:00Z;2026-03-10 01:00;15;15;27;15;15;27',
    ]);
    for (const format of ['xlsx', 'parquet']) {
      expect((await get(`forecast?as_of=2026-03-09T09:00:00Z&format=${format}`)).status).toBe(200);
    }
  });
});

describe('the first forecast', () => {
  const seen = async (
    get: Awaited<ReturnType<typeof aCustomer>>['get'],
    id: string,
    json: object,
  ): Promise<void> => {
    const read = () => get(`${id}/forecast?origin=solano`);
    await expect.poll(read).toMatchObject({ status: 200, json });
  };

  test('the first forecast of a plant of sun comes with the plant, and anew with the first weather of its place', async () => {
    const { key, get } = await aCustomer();
    const body = { ...PLANT, name: 'Sol', lat: 45, technology_type: 'solar' };
    const id = idOf(await service.call('POST', '/api/v0/plants/', { key, body }));
    const made = { origin: 'solano', method: 'physical' };
    await seen(get, id, { ...made, weather: null });
    await recordWeather(45, { shortwave_radiation: new Float64Array(48).fill(100) });
    const weather = { source: 'file', issued_at: new Date(HOUR).toISOString() };
    await seen(get, id, { ...made, weather });
  });

  test('the first forecast of imported plants of wind comes with the first weather of their place', async () => {
    const { key, get } = await aCustomer();
    const file = 'name,lat,lon,capacity_mw,technology_type,country\nViento,44,-9,30,wind,ES\n';
    const form = new FormData();
    form.set('file', new Blob([file]), 'plants.csv');
    const response = await fetch(`${service.url}/api/v0/plants/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    expect(response.status).toBe(201);
    const list = await service.call('GET', '/api/v0/plants/', { key });
    const [{ id }] = list.json as [{ id: string }];
    expect((await get(`${id}/forecast?origin=solano`)).status).toBe(404);
    await recordWeather(44, { wind_speed_100m: new Float64Array(48).fill(8) });
    await seen(get, id, { method: 'physical' });
  });
});

describe('the sum of plants', () => {
  test('the sum has the plants of the group with a forecast, and names the others', async () => {
    const { key, plant, get, forecast } = await aCustomer();
    const [one, other] = [await plant('Una'), await plant('Otra')];
    await plant('Muda');
    const body = { ...PLANT, name: 'Fuera', agrupation: 'sur' };
    await service.call('POST', '/api/v0/plants/', { key, body });
    await forecast(one, 1, 3);
    await forecast(other, 0.5, 2, KNOWN - HOUR_MS);
    const asOf = 'as_of=2026-03-09T09:00:00Z';
    const sum = await get(`forecast?agrupation=&${asOf}&quantiles=50`);
    expect(sum.json).toMatchObject({
      agrupation: '',
      plants: ['Otra', 'Una'],
      missing: ['Muda'],
      generated_at: '2026-03-09T07:00:00.000Z',
      // Nothing is known of how their errors went together.
      rows: [
        { mw: 22.5, p50: null, available_mw: 22.5 },
        { mw: 22.5, p50: null },
      ],
    });
    expect((await get(`forecast?${asOf}`)).json).toMatchObject({
      agrupation: null,
      missing: ['Fuera', 'Muda'],
    });
    expect(await get('forecast?agrupation=este')).toMatchObject({
      status: 404,
      json: { detail: 'There is no plant with the agrupation "este".' },
    });
    expect(await get('forecast?as_of=2026-03-09T06:00:00Z')).toMatchObject({
      status: 404,
      json: {
        detail:
          'The service had, at 2026-03-09T06:00:00.000Z, no forecast of its own of any of the 4 plants.',
      },
    });
    // All have ended by now.
    expect((await get('forecast')).status).toBe(404);
  });

  test('the quantiles are those of sums by past errors, which were the same for both', async () => {
    const { plant, get, forecast, produce } = await aCustomer();
    const ids = [await plant('Par 1'), await plant('Par 2')];
    // Days of measured power that go through all levels, in the order of a prime.
    const days = 20;
    for (const [i, id] of ids.entries()) {
      for (let day = days; day >= 0; day -= 1) {
        const back = day * DAY_MS;
        await forecast(id, 1, 24, KNOWN - back, DAY - back);
      }
      const mw = Array.from({ length: days * 24 }, (_, hour) => ((hour * 37) % 100) * 0.3);
      await produce(`Par ${i + 1}`, mw, DAY - days * DAY_MS - 24 * HOUR_MS);
    }
    const { json } = await get('forecast?as_of=2026-03-09T09:00:00Z&quantiles=10,50,90');
    const [row = {}] = (json as Rows).rows;
    for (const level of [10, 50, 90]) {
      // Twice the quantile of one of them, but for which past hours are near in the time of day.
      expect(Math.abs((row[`p${level}`] ?? 0) - 0.6 * level)).toBeLessThan(3);
    }
  });
});

describe('scores of the service’s own forecasts', () => {
  test('scores have pinball loss and coverage, and what an outage lost by the raw forecast', async () => {
    const { key, plant, get, forecast, produce, outage } = await aCustomer();
    const id = await plant('Medida');
    await forecast(id, 1);
    // Nobody knew this one in time.
    await forecast(id, 0.1, 24, KNOWN + 1);
    await produce('Medida', [15, 3, 30, 6]);
    await outage('Medida', 'OTHER', [3, 4]);
    const market = { market: 'md_pdbc_spain', version: 0, date: '2026-03-10' } as const;
    const ends = quartersOfDate('2026-03-10');
    const prices = ends.map(() => 50_000);
    await service.stores.prices.putRealised([
      { ...market, ends, prices, stepMinutes: 15, source: 'csv' },
    ]);
    const { status, json } = await get(`${id}/score?from=2026-03-10&to=2026-03-10`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      periods: 12,
      left_out: { outage: 4, no_production: 80, no_forecast: 0 },
      produced_mwh: 54,
      lost: [{ mwh: 9, eur: 450, origin: 'solano' }],
    });
    const { origins } = json as {
      origins: { origin: string; nmae: number; pinball: number; coverage: object }[];
    };
    expect(origins.map(({ origin }) => origin)).toEqual(['solano']);
    expect(origins[0]?.nmae).toBeCloseTo((0 + 12 + 15) / 3 / 20, 12);
    const loss = (measured: number) => {
      const losses = Array.from({ length: 99 }, (_, i) => {
        const level = (i + 1) / 100;
        const error = measured - 30 * level;
        return error > 0 ? error * level : -error * (1 - level);
      });
      return losses.reduce((sum, each) => sum + each, 0) / 99;
    };
    expect(origins[0]?.pinball).toBeCloseTo((loss(15) + loss(3) + loss(30)) / 3 / 20, 9);
    // 15 MW is in all bands, 3 MW at the lower end of the one of 80 %, 30 MW in none.
    expect(origins[0]?.coverage).toEqual({ 50: 1 / 3, 80: 2 / 3, 90: 2 / 3 });
    const all = await service.call(
      'GET',
      '/api/v0/plants/scores?from=2026-03-10&to=2026-03-10&format=csv',
      { key },
    );
    expect(all.text).toContain('Medida');
  });

  test('a score of the same days changes with a forecast that is recorded for then', async () => {
    const { plant, get, forecast, produce } = await aCustomer();
    const id = await plant('Otra vez');
    await produce('Otra vez', [15]);
    const score = async () => (await get(`${id}/score?from=2026-03-10&to=2026-03-10`)).json;
    expect(await score()).toMatchObject({ periods: 0, origins: [], left_out: { no_forecast: 4 } });
    await forecast(id, 1);
    expect(await score()).toMatchObject({ periods: 4, origins: [{ nmae: 0 }] });
    await forecast(id, 0.5);
    expect(await score()).toMatchObject({ periods: 4, origins: [{ nmae: 7.5 / 20 }] });
  });
});
