import type { DeliveredRun } from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, MICRO, MINUTE_MS, QUARTER_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { KnownForecast } from '../delivered-forecasts/forecasts-by-lead.ts';
import { keptForecast } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import { scoreForecasts } from './score.ts';
import type { ScoreInputs } from './score-inputs.ts';

/** Midnight of Madrid, summer. */
const FROM = Date.parse('2026-06-09T22:00:00Z');
const QUARTERS = 96;
const DAY = { from: FROM, to: FROM + DAY_MS };
/** 09:00 of Madrid on the day before {@link DAY}. */
const GATE = Date.parse('2026-06-09T07:00:00Z');

const steady = (mw: number, quarters = QUARTERS) =>
  Array.from({ length: quarters }, () => mw * MICRO);

function measured(microMw: number[], start = FROM): DeliveredRun {
  const end = start + microMw.length * QUARTER_MS;
  return { start, step: 15, microMw, deliveredAt: end + MINUTE_MS };
}

function version(knownAt: number, mw: number, start = FROM, hours = 24): KnownForecast {
  return { knownAt, runs: [{ start, step: 60, microMw: steady(mw, hours) }] };
}

function score(given: Partial<ScoreInputs>) {
  const found = scoreForecasts({
    plant: { technology: 'wind', nominalMw: 10, lat: 42, lon: -8 },
    runs: [measured(steady(4))],
    delivered: [version(GATE, 5)],
    solano: [],
    outages: [],
    prices: [],
    window: DAY,
    lead: 'day_ahead',
    knownAfter: HOUR_MS,
    ...given,
  });
  const [delivered, solano] = (['delivered', 'solano'] as const).map((name) => {
    return found.origins.find(({ origin }) => origin === name);
  });
  return { ...found, delivered, solano };
}

describe('errors', () => {
  test('the errors of a forecast are parts of nominal power', () => {
    const { periods, producedMwh, delivered } = score({});
    expect({ periods, producedMwh }).toEqual({ periods: 96, producedMwh: 96 });
    expect(delivered).toMatchObject({ nmae: 0.1, nrmse: 0.1, bias: 0.1, forecastMwh: 120 });
    expect(delivered?.byHour.map(({ hour, periods: count }) => [hour, count])).toEqual(
      Array.from({ length: 24 }, (_, hour) => [hour, 4]),
    );
    expect(delivered?.byLeadHours[0]).toEqual({
      leadHours: 15,
      periods: 4,
      nmae: 0.1,
      nrmse: 0.1,
      bias: 0.1,
    });
  });

  test('the energy of a plant that was never measured is unknown, not nothing', () => {
    expect(score({ runs: [] }).producedMwh).toBeNull();
    expect(score({ runs: [measured(steady(0, 96))] }).producedMwh).toBe(0);
  });

  test('errors cancel in the bias alone', () => {
    const runs = [measured([...steady(4, 48), ...steady(8, 48)])];
    const { delivered } = score({ runs, delivered: [version(GATE, 6)] });
    expect(delivered).toMatchObject({ nmae: 0.2, nrmse: 0.2, bias: 0 });
  });

  test('a plant without nominal power has energy and no errors', () => {
    const { delivered } = score({ plant: { technology: 'wind', nominalMw: 0, lat: 42, lon: -8 } });
    expect(delivered).toMatchObject({ nmae: null, nrmse: null, bias: null, forecastMwh: 120 });
  });
});

describe('the forecast that is scored', () => {
  test('the newest version known at 09:00 of the day before is scored day ahead', () => {
    const versions = [version(GATE - 1, 9), version(GATE, 5), version(GATE + 1, 8)];
    expect(score({ delivered: versions }).delivered?.bias).toBe(0.1);
  });

  test('an older version fills the periods for which the newest has no value', () => {
    const versions = [version(GATE - HOUR_MS, 6), version(GATE, 5, FROM, 12)];
    expect(score({ delivered: versions })).toMatchObject({
      periods: 96,
      delivered: { forecastMwh: 132 },
    });
  });

  test('a forecast of five minutes has the mean of its parts, and none of a quarter with a gap', () => {
    const runs = [
      { start: FROM, step: 5, microMw: [1, 2, 6, 9, 9].map((mw) => mw * MICRO) },
    ] as const;
    expect(score({ delivered: [{ knownAt: GATE, runs }] })).toMatchObject({
      periods: 1,
      delivered: { bias: -0.1, forecastMwh: 0.75 },
    });
  });

  test('hours of lead go back from the start of each period', () => {
    const versions = [version(FROM, 5)];
    expect(score({ delivered: versions, lead: 6 })).toMatchObject({
      periods: 72,
      leftOut: { outage: 0, noProduction: 0, noForecast: 24 },
    });
    expect(score({ delivered: versions, lead: 0 }).periods).toBe(96);
  });

  test('every run is scored on the periods that begin when it is known or later', () => {
    const versions = [version(GATE, 5), version(FROM + 12 * HOUR_MS, 7)];
    const { periods, delivered } = score({ delivered: versions, lead: 'run' });
    expect(periods).toBe(96);
    expect(delivered?.bias).toBeCloseTo((96 * 0.1 + 48 * 0.3) / 144, 12);
    expect(delivered?.forecastMwh).toBe(12 * 5 + 12 * 7);
  });

  test('days of a clock change have the quarters that they have', () => {
    const from = Date.parse('2026-10-24T22:00:00Z');
    const { delivered, periods } = score({
      window: { from, to: from + 25 * HOUR_MS },
      runs: [measured(steady(4, 100), from)],
      delivered: [version(Date.parse('2026-10-24T07:00:00Z'), 5, from, 25)],
    });
    expect(periods).toBe(100);
    expect(delivered?.byHour[2]).toMatchObject({ hour: 2, periods: 8 });
  });

  test('a window without a forecast has no origin', () => {
    const { delivered, leftOut } = score({ delivered: [] });
    expect(delivered).toBeUndefined();
    expect(leftOut).toEqual({ outage: 0, noProduction: 0, noForecast: 96 });
  });
});

test('a quarter is left out for an outage before production, and production before a forecast', () => {
  const outages = [
    { id: 'a', start: FROM + QUARTER_MS + 0.5, end: FROM + 2 * QUARTER_MS + 0.5 },
    { id: 'b', start: FROM - HOUR_MS, end: FROM },
  ];
  const runs = [measured(steady(4, 90))];
  const versions = [version(GATE, 5, FROM + HOUR_MS, 23)];
  expect(score({ outages, runs, delivered: versions })).toMatchObject({
    periods: 86,
    leftOut: { outage: 2, noProduction: 6, noForecast: 2 },
  });
});

describe('skill', () => {
  test('persistence of wind is the last quarter known when the forecast was due', () => {
    const before = GATE - HOUR_MS - QUARTER_MS;
    const runs = [measured([2 * MICRO, 9 * MICRO], before), measured(steady(4))];
    expect(score({ runs }).delivered?.skillPersistence).toBeCloseTo(1 - 1 / 2, 12);
  });

  test('climatology is the mean at the same UTC time of the 60 days before', () => {
    const at = (back: number, mw: number) => measured([mw * MICRO], FROM - back * DAY_MS);
    const runs = [at(61, 9), at(60, 4), at(59, 2), at(1, 0), at(0, 4)];
    const { delivered } = score({ runs, window: { from: FROM, to: FROM + QUARTER_MS }, lead: 0 });
    expect(delivered?.skillClimatology).toBe(0.5);
  });

  test('a reference without a value has no skill', () => {
    expect(score({}).delivered).toMatchObject({ skillPersistence: null, skillClimatology: null });
  });

  test('persistence of sun scales the last whole day by the clear sky', () => {
    const start = Date.parse('2026-06-08T00:00:00Z');
    const plant = { technology: 'solar', nominalMw: 10, lat: 40, lon: -4 } as const;
    const noon = Date.parse('2026-06-10T12:00:00Z');
    const { delivered } = score({
      plant,
      window: { from: noon, to: noon + QUARTER_MS },
      runs: [measured(steady(5), start), measured([4 * MICRO], noon)],
      delivered: [version(GATE, 6, noon, 1)],
    });
    // The sun of two days on: within 1 % of the day's mean of the hour.
    expect(delivered?.skillPersistence).toBeGreaterThan(1 - 2 / 0.95);
    expect(delivered?.skillPersistence).toBeLessThan(1 - 2 / 1.05);
  });
});

/** A forecast of the service’s own whose quantiles lie on a line from one power (MW) to another. */
function own(knownAt: number, low: number, high: number, start = FROM, hours = 24): KnownForecast {
  const mw = LEVELS.map((level) => {
    const power = low + ((high - low) * level) / 100;
    return new Float64Array(hours).fill(Math.min(10, Math.max(0, power)));
  });
  const distribution = { method: 'learned' as const, weather: undefined, start, mw };
  const kept = keptForecast(distribution, { knownAt: new Date(knownAt), installedMw: 10 });
  const microMw = steady((low + high) / 2, hours);
  return { knownAt, runs: [{ start, step: 60, microMw }], own: kept };
}

describe('the forecasts of the service', () => {
  test('forecasts of the service are scored beside those that are delivered', () => {
    const { delivered, solano, periods } = score({ solano: [own(GATE, 2, 6, FROM, 12)] });
    expect(periods).toBe(96);
    expect(delivered).toMatchObject({ periods: 96, nmae: 0.1, pinball: null });
    expect(delivered?.coverage).toEqual([null, null, null]);
    expect(solano).toMatchObject({ periods: 48, nmae: 0, bias: 0, forecastMwh: 48 });
  });

  test('a period that the service alone forecast is scored', () => {
    const { periods, leftOut, delivered } = score({ delivered: [], solano: [own(GATE, 2, 6)] });
    expect({ periods, leftOut, delivered }).toEqual({
      periods: 96,
      leftOut: { outage: 0, noProduction: 0, noForecast: 0 },
      delivered: undefined,
    });
  });

  test('the pinball loss is the mean of the levels by nominal power', () => {
    // Quantiles of 2 + 0.04 q MW, measured 4 MW: |2 − 0.04 q| × |1(q > 50) − q %| over the levels.
    const levels = Array.from({ length: 99 }, (_, i) => i + 1);
    const losses = levels.map((q) => Math.abs(2 - 0.04 * q) * (q > 50 ? 1 - q / 100 : q / 100));
    const expected = losses.reduce((sum, each) => sum + each, 0) / 99 / 10;
    expect(score({ solano: [own(GATE, 2, 6)] }).solano?.pinball).toBeCloseTo(expected, 4);
  });

  test('coverage is the share of the periods that lie within each band', () => {
    // The band of 80 % is 2.4 to 5.6 MW, that of 90 % 2.2 to 5.8 MW, that of 50 % 3 to 5 MW.
    const runs = [measured([...steady(4, 24), ...steady(5.5, 24), ...steady(5.7, 48)])];
    const { solano } = score({ runs, solano: [own(GATE, 2, 6)] });
    expect(solano?.coverage).toEqual([0.25, 0.5, 1]);
  });

  test('bands that touch no power or installed power are not counted', () => {
    const low = score({ solano: [own(GATE, -1, 6)] }).solano;
    expect(low?.coverage).toEqual([1, null, null]);
    expect(score({ solano: [own(GATE, 1, 11)] }).solano?.coverage).toEqual([1, null, null]);
  });
});

describe('energy lost in an outage', () => {
  const outage = { id: 'a', start: FROM + HOUR_MS, end: FROM + 2 * HOUR_MS };
  const prices = Array.from({ length: QUARTERS }, () => 50_000);

  test('lost energy is the forecast of 09:00 of the day before minus what was produced, at the price', () => {
    const runs = [measured([...steady(4, 4), ...steady(1, 4), ...steady(4, 88)])];
    const later = own(GATE + HOUR_MS, 8, 8);
    const { lost } = score({ runs, outages: [outage], prices, solano: [own(GATE, 2, 6), later] });
    expect(lost).toEqual([{ unavailabilityId: 'a', mwh: 3, eur: 150, origin: 'solano' }]);
  });

  test('lost energy has its sign, and the part of a quarter that the outage has', () => {
    const half = { ...outage, end: outage.start + QUARTER_MS / 2 };
    const { lost } = score({ outages: [half], prices, solano: [own(GATE, 1, 3)] });
    expect(lost).toEqual([{ unavailabilityId: 'a', mwh: -0.25, eur: -12.5, origin: 'solano' }]);
  });

  test('lost energy costs half a cent more or less to the cent away from zero', () => {
    const half = { ...outage, end: outage.start + QUARTER_MS / 2 };
    const cheap = prices.map(() => 20);
    const eur = [own(GATE, 1, 3), own(GATE, 5, 7)].map((solano) => {
      return score({ outages: [half], prices: cheap, solano: [solano] }).lost[0]?.eur;
    });
    expect(eur).toEqual([-0.01, 0.01]);
  });

  test('lost energy has no money where a price is missing, and nothing without forecast or production', () => {
    const solano = [own(GATE, 2, 6)];
    const missing = prices.map((each, i) => (i === 5 ? null : each));
    const found = { unavailabilityId: 'a', mwh: 0, eur: null, origin: 'solano' };
    expect(score({ outages: [outage], prices: missing, solano }).lost).toEqual([found]);
    const none = [{ unavailabilityId: 'a', mwh: null, eur: null, origin: null }];
    expect(score({ outages: [outage], prices, delivered: [] }).lost).toEqual(none);
    expect(score({ outages: [outage], prices, solano, runs: [] }).lost).toEqual(none);
  });

  describe('where the service has no forecast of its own', () => {
    const runs = [measured([...steady(4, 4), ...steady(1, 4), ...steady(4, 88)])];
    const lostBy = (inputs: Partial<ScoreInputs>) =>
      score({ runs, outages: [outage], prices, ...inputs }).lost;

    test('lost energy rests on the forecast that was delivered', () => {
      expect(lostBy({ delivered: [version(GATE, 5), version(GATE + HOUR_MS, 9)] })).toEqual([
        { unavailabilityId: 'a', mwh: 4, eur: 200, origin: 'delivered' },
      ]);
    });

    test('lost energy does not rest on a forecast that was delivered after the outage began', () => {
      const early = { ...outage, start: GATE - 2 * HOUR_MS };
      const delivered = [version(GATE - 3 * HOUR_MS, 5), version(GATE - HOUR_MS, 0)];
      // What the window has of the outage: two hours, at 4 and 1 MW.
      expect(lostBy({ outages: [early], delivered })).toEqual([
        { unavailabilityId: 'a', mwh: 5, eur: 250, origin: 'delivered' },
      ]);
      const none = { unavailabilityId: 'a', mwh: null, eur: null, origin: null };
      expect(lostBy({ outages: [early], delivered: delivered.slice(1) })).toEqual([none]);
    });

    test('lost energy rests on either forecast outage by outage', () => {
      const later = { id: 'b', start: outage.end, end: outage.end + HOUR_MS };
      const solano = [own(GATE, 2, 6, outage.end, 1)];
      const origins = lostBy({ outages: [outage, later], solano }).map(({ origin }) => origin);
      expect(origins).toEqual(['delivered', 'solano']);
    });
  });
});
