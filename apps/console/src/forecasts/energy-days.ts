import { dayOf, HOUR_MS } from '../time/zone.ts';
import type { ForecastRow } from './data.ts';
import { forecastFigure } from './figure.ts';

/** Returns the hours and the MWh of each day of the zone, for all plants together and for each. */
export function energyPerDay(rows: readonly ForecastRow[], zone: string) {
  const options = { title: '', zone, isEnergy: true };
  const { starts, step, series } = forecastFigure(rows, options);
  const sum = forecastFigure(rows, { ...options, isSummed: true }).series;
  const dayOfPeriod = starts.map((at) => dayOf(at, zone));
  const perDay = (valueAt: (period: number) => number) => {
    const byDay = new Map<string, number>();
    dayOfPeriod.forEach((day, period) => {
      byDay.set(day, (byDay.get(day) ?? 0) + valueAt(period));
    });
    return byDay;
  };
  return {
    days: [...new Set(dayOfPeriod)],
    hours: perDay(() => step / HOUR_MS),
    plants: [...(series.length > 1 ? sum : []), ...series].map(({ label, values }) => {
      return { label, byDay: perDay((period) => values[period] ?? 0) };
    }),
  };
}
