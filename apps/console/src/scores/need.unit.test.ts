import { describe, expect, it } from 'vitest';
import { delivered, scoreSummary } from '../test/examples.ts';
import { byNeed, shortfalls } from './need.ts';

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

  it('Plants at or above their forecast are left out; the largest energy comes first', () => {
    const plants = [
      named('above', { produced_mwh: 20, forecast_mwh: 10 }),
      named('equal', { produced_mwh: 10, forecast_mwh: 10 }),
      named('a little below', { produced_mwh: 9, forecast_mwh: 10 }),
      named('far below', { produced_mwh: 1, forecast_mwh: 10 }),
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
      origins: [delivered({ bias: 0.1 })],
    });
    expect(found(plant)).toMatchObject([
      { outage: 10, unmeasured: 1.5, unforecast: 0.5, weatherMwh: 48 },
    ]);
  });

  it('A plant without measurement or without a forecast is named, with no energy', () => {
    const unmeasured = named('unmeasured', {
      periods: 0,
      left_out: { outage: 0, no_production: 96, no_forecast: 0 },
      produced_mwh: 0,
      origins: [],
    });
    const unforecast = named('unforecast', {
      periods: 0,
      left_out: { outage: 0, no_production: 0, no_forecast: 96 },
      origins: [],
      forecast_mwh: null,
    });
    expect(found(unmeasured, unforecast)).toMatchObject([
      { plant: 'unmeasured', mwh: null, unmeasured: 24 },
      { plant: 'unforecast', mwh: null, unforecast: 24, weatherMwh: 0 },
    ]);
  });
});
