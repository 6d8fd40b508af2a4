import { startOfDate } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { readSeries } from '../purchases/series.ts';
import {
  forecastItems,
  forecastJson,
  parseForecast,
  requireSameLabels,
} from './purchase-forecast.ts';

const HOUR_MS = 3_600_000;

/** Hours of a day, 1 MW each and a millionth more. */
function hoursOf(date: string, count: number) {
  return Array.from({ length: count }, (_, hour) => ({
    end: startOfDate(date) + (hour + 1) * HOUR_MS,
    busbarQuantiles: [1_000_001],
  }));
}

describe('the items of a forecast', () => {
  test.each([
    ['2026-03-29', 23],
    ['2026-11-27', 24],
    ['2026-10-25', 25],
  ])('the items of a forecast of %s are a purchase of its %i hours', (date, count) => {
    const items = forecastItems(hoursOf(date, count));
    const read = readSeries(items);
    expect(read.map(({ period }) => period.end)).toEqual(
      hoursOf(date, count).map(({ end }) => end),
    );
    expect(read[0]).toMatchObject({ megawatts: 1.000001, period: { minutes: 60 } });
  });

  test('a correction of a forecast has its labels, in any order and as often', () => {
    const items = forecastItems(hoursOf('2026-10-25', 25));
    const reversed = items.toReversed().map((item) => ({ ...item, purchase: 2 }));
    expect(() => requireSameLabels(JSON.stringify(reversed), items)).not.toThrow();
    expect(() => requireSameLabels(JSON.stringify(items.slice(1)), items)).toThrow(
      "Field 'purchase' must have the labels of the forecast: 2026-10-25 02:00 is none of them, or stands twice",
    );
    const more = [...items, { datetime: '2026-10-26 01:00', purchase: 1 }];
    expect(() => requireSameLabels(JSON.stringify(more), items)).toThrow('2026-10-26 01:00');
    const fewer = JSON.stringify(items.slice(0, -1));
    expect(() => requireSameLabels(fewer, items)).toThrow('it has 24, not 25');
  });

  test('a forecast is read as it was written', () => {
    const items = forecastItems(hoursOf('2026-11-27', 24));
    const asOf = '2026-11-26T08:00:00.000Z';
    const forecast = { day: '2026-11-27', quantile: 60, asOf, items, isCorrected: true };
    expect(parseForecast(forecastJson(forecast))).toEqual(forecast);
  });
});
