import { describe, expect, it } from 'vitest';
import { delivered, scoreSummary } from '../test/examples.ts';
import { byNeed, isComparable, lostSum, shortfalls } from './need.ts';

const AT = '2026-11-24T10:00:00.000Z';
const named = (plant: string, fields: Parameters<typeof scoreSummary>[0] = {}) =>
  scoreSummary({ plant, ...fields });
const erring = (plant: string, nmae: number | null) =>
  named(plant, { origins: [delivered({ nmae })] });
const late = (plant: string, production: string | null, forecast: string | null = null) =>
  named(plant, {
    production: { delivered_at: AT, until: AT, late_since: production },
    forecast: { delivered_at: AT, late_since: forecast },
  });
const order = (...plants: ReturnType<typeof scoreSummary>[]) =>
  byNeed(plants).map(({ plant }) => plant);

describe('The order of plants', () => {
  it('Plants whose production or forecast is late come first, the latest of them before the others', () => {
    const plants = [
      erring('large error', 0.9),
      late('forecast late', null, '2026-11-24T09:00:00.000Z'),
      late('production late', '2026-11-24T09:30:00.000Z'),
      late('both late', '2026-11-24T11:00:00.000Z', '2026-11-24T08:00:00.000Z'),
    ];
    expect(order(...plants)).toEqual([
      'both late',
      'forecast late',
      'production late',
      'large error',
    ]);
  });

  it('The largest error comes before the others, and plants without a score come last', () => {
    const plants = [
      named('no forecast', { origins: [] }),
      erring('no nominal power', null),
      erring('none', 0),
      erring('small', 0.01),
      erring('large', 0.2),
    ];
    expect(order(...plants)).toEqual(['large', 'small', 'none', 'no forecast', 'no nominal power']);
  });

  it('Equal plants are in the order of their names', () => {
    expect(order(named('Teide'), named('Muxia'))).toEqual(['Muxia', 'Teide']);
  });
});

describe('The plants below their forecast', () => {
  const found = (...plants: ReturnType<typeof scoreSummary>[]) =>
    shortfalls(plants).map(({ plant: { plant }, ...rest }) => ({ plant, ...rest }));

  const made = (plant: string, produced_mwh: number, forecast_mwh: number) =>
    named(plant, { produced_mwh, origins: [delivered({ forecast_mwh })] });

  it('Plants at or above their forecast are left out; the largest energy comes first', () => {
    const plants = [
      made('above', 20, 10),
      made('equal', 10, 10),
      made('a little below', 9, 10),
      made('far below', 1, 10),
    ];
    expect(found(...plants).map(({ plant, mwh }) => [plant, mwh])).toEqual([
      ['far below', 9],
      ['a little below', 1],
    ]);
  });

  it('The weather is the bias of the quarter hours that are scored; what is left out is in hours', () => {
    const plant = named('Muxia', {
      nominal_capacity_mw: '40.000',
      periods: 48,
      left_out: { outage: 40, no_production: 6, no_forecast: 2 },
      origins: [delivered({ bias: 0.1, periods: 48 })],
    });
    expect(found(plant)).toMatchObject([
      { outage: 10, unmeasured: 1.5, unforecast: 0.5, weatherMwh: 48 },
    ]);
  });

  it('A plant without measurement or without a forecast is not below one', () => {
    const unmeasured = named('unmeasured', {
      periods: 0,
      left_out: { outage: 0, no_production: 96, no_forecast: 0 },
      produced_mwh: null,
      origins: [],
    });
    const unforecast = named('unforecast', {
      periods: 0,
      left_out: { outage: 0, no_production: 0, no_forecast: 96 },
      origins: [],
      forecast_mwh: null,
    });
    expect(found(unmeasured, unforecast)).toEqual([]);
    expect([unmeasured, unforecast, made('both', 9, 10)].map(isComparable)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('The forecast of the service counts where none was delivered, and only there', () => {
    const own = delivered({ origin: 'solano', forecast_mwh: 50, bias: 0.1, periods: 4 });
    const alone = named('alone', {
      nominal_capacity_mw: '10.000',
      produced_mwh: 40,
      forecast_mwh: null,
      origins: [own],
    });
    const both = named('both', {
      produced_mwh: 40,
      origins: [delivered({ forecast_mwh: 45 }), own],
    });
    expect(found(alone, both)).toMatchObject([
      { plant: 'alone', mwh: 10, weatherMwh: 1 },
      { plant: 'both', mwh: 5 },
    ]);
  });
});

describe('The energy lost in outages', () => {
  const lost = (mwh: number | null, eur: number | null) => ({
    unavailability_id: 'o1',
    mwh,
    eur,
    origin: 'solano' as const,
  });

  it.each([
    ['nothing of no outage', [], null, null],
    ['the sum of all', [lost(1.5, 60), lost(-0.5, -10)], 1, 50],
    ['unknown where one of them is', [lost(1.5, null), lost(2, 10)], 3.5, null],
  ])('The energy lost in outages is %s', (_name, outages, mwh, eur) => {
    expect([lostSum(outages, 'mwh'), lostSum(outages, 'eur')]).toEqual([mwh, eur]);
  });
});
