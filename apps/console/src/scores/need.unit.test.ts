import { describe, expect, it } from 'vitest';
import { delivered, scoreSummary } from '../test/examples.ts';
import { byNeed } from './need.ts';

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
