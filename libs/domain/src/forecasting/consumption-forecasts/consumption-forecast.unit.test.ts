import { anEntry } from '@solano/domain/contracts';
import { DEFAULT_PORTFOLIO_SETTINGS } from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, hourAt, MICRO, startOfDate } from '@solano/domain/kernel';
import { digest } from '@solano/domain/test/digest';
import {
  MemoryDatabase,
  MemoryEnergySettingsStore,
  MemoryMeasurementStore,
  MemoryWeatherStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { consumptionForecast } from './consumption-forecast.ts';
import { consumptionPeriods } from './consumption-periods.ts';
import { consumptionScore } from './consumption-score.ts';
import { forecastPortfolio } from './forecast-portfolio.ts';
import { scoreConsumption } from './score-consumption.ts';

const NOW = new Date('2026-11-26T08:30:00Z');
const CUSTOMER = { id: crypto.randomUUID(), name: 'norte', folder: null, permissions: [] };
const PORTFOLIO = { user: 'ana', retailer: 'acme' };
const FILTER = { customerId: CUSTOMER.id, portfolio: PORTFOLIO };

/** A portfolio of which the groups have so many MW by day and half of it by night. */
function opened() {
  const database = new MemoryDatabase();
  database.customers.set(CUSTOMER.id, CUSTOMER);
  const measurements = new MemoryMeasurementStore(database);
  const energySettings = new MemoryEnergySettingsStore(database);
  const weather = new MemoryWeatherStore(database);
  const deps = { measurements, energySettings, weather, digest, clock: () => NOW };
  let deliveries = 0;
  return {
    deps,
    /** Hours of some days up to an instant (ms). */
    measure: async (group: string, mw: number, days: number, until = NOW.getTime()) => {
      const to = Math.floor(until / HOUR_MS) * HOUR_MS;
      const start = startOfDate('2026-11-26') - days * DAY_MS;
      const microMw = Array.from({ length: (to - start) / HOUR_MS }, (_, hour) => {
        const isNight = hourAt(start + hour * HOUR_MS) < 6;
        return Math.round((isNight ? mw / 2 : mw) * MICRO);
      });
      deliveries += 1;
      const deliveredAt = new Date(NOW.getTime() - DAY_MS + deliveries);
      const series = { kind: 'consumption', ...PORTFOLIO, group } as const;
      const values = [{ series, runs: [{ start, step: 60, microMw }] }] as const;
      const entry = anEntry({ customerId: CUSTOMER.id });
      await measurements.record({ customerId: CUSTOMER.id, deliveredAt }, values, entry);
    },
    /** Runs of the last days at a place, one a day, known after 5 hours; so many °C all along. */
    record: async (place: string, celsius: number, days: number) => {
      const first = Date.parse('2026-11-26T00:00Z') - (days - 1) * DAY_MS;
      const runs = Array.from({ length: days }, (_, day) => {
        const issuedAt = first + day * DAY_MS;
        const fields = { temperature_2m: new Float64Array(168).fill(celsius + (day % 5)) };
        const known = { knownAt: issuedAt + 5 * HOUR_MS, start: issuedAt };
        return { source: 'file', issuedAt, ...known, fields };
      });
      await weather.record(place, runs, NOW);
    },
    settings: async (settings: Partial<typeof DEFAULT_PORTFOLIO_SETTINGS>) => {
      const all = { ...DEFAULT_PORTFOLIO_SETTINGS, ...settings };
      await energySettings.putPortfolio(CUSTOMER.id, PORTFOLIO, all, anEntry());
    },
    forecast: async (query = {}) => {
      const pending = await consumptionForecast(deps, { ...FILTER, ...query });
      const found = forecastPortfolio(await pending.load());
      const days = found?.days;
      const periods = days && consumptionPeriods(days, [10, 37], pending.lossFactorOn);
      return { pending, days, periods, weather: found?.weather };
    },
  };
}

describe('a forecast of a portfolio', () => {
  test('a forecast of a portfolio is of the seven days after today', async () => {
    const { measure, forecast } = opened();
    await measure('a', 4, 60);
    await measure('b', 6, 60);
    const { pending, days, periods } = await forecast();
    expect(pending.groups).toEqual(['a', 'b']);
    expect(days?.map(({ date }) => date)).toEqual(
      [27, 28, 29, 30]
        .map((day) => `2026-11-${day}`)
        .concat([1, 2, 3].map((day) => `2026-12-0${day}`)),
    );
    expect(periods?.[0]).toMatchObject({ start: startOfDate('2026-11-27') });
    expect(periods?.[3]?.microMw).toBeCloseTo(5 * MICRO, -3);
    expect(periods?.[12]?.microMw).toBeCloseTo(10 * MICRO, -3);
  });

  test('a forecast of a portfolio at the busbar has the losses of each day', async () => {
    const { measure, forecast, settings } = opened();
    await measure('a', 4, 60);
    await settings({ losses: [{ from: '2026-11-28', percent: '10' }] });
    const { periods = [] } = await forecast({ to: '2026-11-28' });
    const [first, second] = [periods[12], periods[36]];
    expect(first?.busbarMicroMw).toBe(first?.microMw);
    expect(second?.busbarMicroMw).toBe(Math.round((second?.microMw ?? 0) * 1.1));
    expect(second?.busbarQuantiles).toHaveLength(2);
  });

  test('a forecast of a portfolio as of an instant is not moved by what was delivered later', async () => {
    const { measure, forecast } = opened();
    await measure('a', 4, 60, NOW.getTime() - 8 * DAY_MS);
    const asOf = new Date(NOW.getTime() - 8 * DAY_MS);
    const before = await forecast({ asOf });
    await measure('a', 9, 9);
    expect((await forecast({ asOf })).days).toEqual(before.days);
    expect((await forecast()).days).not.toEqual(before.days);
  });

  test('a forecast of a portfolio has another revision after each delivery, setting and known hour', async () => {
    const { measure, forecast, settings, deps } = opened();
    await measure('a', 4, 60);
    const revisions = [(await forecast()).pending.revision];
    expect((await forecast()).pending.revision).toBe(revisions[0]);
    await measure('a', 5, 1);
    revisions.push((await forecast()).pending.revision);
    await settings({ region: 'ES-CT' });
    revisions.push((await forecast()).pending.revision);
    const later = { ...deps, clock: () => new Date(NOW.getTime() + HOUR_MS) };
    revisions.push((await consumptionForecast(later, FILTER)).revision);
    expect(new Set(revisions).size).toBe(revisions.length);
  });

  test('a forecast of a portfolio names the run whose temperature is a part of it', async () => {
    const { measure, record, forecast, settings } = opened();
    await measure('a', 4, 120);
    await record('40.4,-3.7', 4, 100);
    expect(await forecast()).toMatchObject({ weather: null });
    await settings({ place: { lat: 40.4168, lon: -3.7038 } });
    const issuedAt = Date.parse('2026-11-26T00:00Z');
    const { weather, days, pending } = await forecast();
    expect(weather).toEqual({ source: 'file', issuedAt });
    expect(days?.map(({ isByTemperature }) => isByTemperature)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    const asOf = new Date(issuedAt - DAY_MS);
    const before = await forecast({ asOf });
    expect(before.weather).toEqual({ source: 'file', issuedAt: issuedAt - 2 * DAY_MS });
    await record('40.4,-3.7', 35, 1);
    expect((await forecast()).pending.revision).not.toBe(pending.revision);
    expect((await forecast({ asOf })).days).toEqual(before.days);
    await settings({ place: { lat: 36.52, lon: -6.28 } });
    expect(await forecast()).toMatchObject({ weather: null });
  });

  test('scores of a portfolio go by the temperature of its place', async () => {
    const { measure, record, settings, deps } = opened();
    await measure('a', 4, 120);
    await record('40.4,-3.7', 4, 100);
    const scored = async () => {
      const pending = await consumptionScore(deps, { ...FILTER, from: '2026-11-20' });
      return { ...pending, inputs: await pending.load() };
    };
    const without = await scored();
    await settings({ place: { lat: 40.4168, lon: -3.7038 } });
    const { inputs, revision } = await scored();
    expect([without.inputs.temperatures.length, inputs.temperatures.length]).toEqual([0, 99]);
    expect(revision).not.toBe(without.revision);
    expect(scoreConsumption(inputs).nmae).toBeLessThan(0.01);
  });

  test('a forecast of a portfolio leaves out groups that have ended', async () => {
    const { measure, forecast, settings } = opened();
    await measure('a', 4, 60);
    await measure('b', 6, 60);
    await settings({ groups: [{ group: 'b', ends: '2026-11-26' }] });
    const { pending, periods } = await forecast();
    expect(pending.groups).toEqual(['a']);
    expect(periods?.[12]?.microMw).toBeCloseTo(4 * MICRO, -3);
  });

  test('a forecast of a portfolio is rejected for days that it does not reach', async () => {
    const { forecast } = opened();
    const message = 'A forecast of 2026-11-26 is of the days from 2026-11-27 to 2026-12-03.';
    await expect(forecast({ from: '2026-11-26' })).rejects.toThrow(message);
    await expect(forecast({ to: '2026-12-04' })).rejects.toThrow(message);
    await expect(forecast({ asOf: new Date(NOW.getTime() + 1) })).rejects.toThrow(
      'lies in the future',
    );
  });
});

describe('scores of forecasts of consumption', () => {
  test('scores of forecasts of consumption compare with the same hour a week before', async () => {
    const { deps, measure } = opened();
    await measure('a', 4, 90);
    // Twice as much since two weeks.
    await measure('a', 8, 14);
    const query = { ...FILTER, from: '2026-11-10', to: '2026-11-18' };
    const pending = await consumptionScore(deps, query);
    const score = scoreConsumption(await pending.load());
    expect(score.periods).toBe(9 * 24);
    expect(score.leftOut).toEqual({ noConsumption: 0, noForecast: 0 });
    expect(score.errorByWeekBefore).toBeLessThan(0.7);
    expect(score.byHour).toHaveLength(24);
    const leads = score.byLeadHours.map(({ leadHours }) => leadHours);
    expect(leads).toEqual(Array.from({ length: 24 }, (_, hour) => 15 + hour));
    expect(score.nmae).toBeGreaterThan(0);
  });

  test('scores of forecasts of consumption leave out hours without a value or a forecast', async () => {
    const { deps, measure } = opened();
    await measure('a', 4, 30, startOfDate('2026-11-25'));
    const pending = await consumptionScore(deps, {
      ...FILTER,
      from: '2026-11-01',
      to: '2026-11-25',
    });
    const { periods, leftOut } = scoreConsumption(await pending.load());
    expect(leftOut.noConsumption).toBe(24);
    expect(leftOut.noForecast).toBeGreaterThan(24);
    expect(periods + leftOut.noConsumption + leftOut.noForecast).toBe(25 * 24);
  });

  test('scores of forecasts of consumption are rejected for days that are not over, or too many', async () => {
    const { deps } = opened();
    const scored = (days: object) => consumptionScore(deps, { ...FILTER, ...days });
    await expect(scored({ to: '2026-11-26' })).rejects.toThrow('2026-11-26 is not over yet.');
    await expect(scored({ from: '2026-08-01' })).rejects.toThrow('more than 92 days');
  });
});
