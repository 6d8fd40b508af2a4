import { HOURS } from '@solano/domain/kernel';
import type { ScoredDay } from '@solano/domain/market';

/** Quantiles of the standard normal distribution at the levels of bands. */
const NORMAL_QUANTILES = [-1.6448536, -1.2815516, -0.6744898, 0, 0.6744898, 1.2815516, 1.6448536];

/**
 * The same days with other bands: a normal distribution with the mean and standard deviation of the
 * errors of that hour over the days before. It is what bands have to beat. The first days have none.
 *
 * @param days oldest first, one lead.
 * @param count how many days before are used.
 */
export function normalBands(days: readonly ScoredDay[], count: number): ScoredDay[] {
  return days.map((day, index) => {
    if (index < count) return { ...day, bands: undefined };
    const before = days.slice(index - count, index);
    const moments = Array.from({ length: HOURS }, (_, hour) => momentsOf(before, hour));
    const bands = NORMAL_QUANTILES.map((quantile) =>
      day.hours.map((hour, period) => {
        const { mean, deviation } = moments[hour] as Moments;
        return (day.predicted[period] as number) + mean + quantile * deviation;
      }),
    );
    return { ...day, bands };
  });
}

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

function momentsOf(days: readonly ScoredDay[], hour: number): Moments {
  const errors = days.flatMap(({ hours, realised, predicted }) =>
    hours.flatMap((each, i) => {
      return each === hour ? (realised[i] as number) - (predicted[i] as number) : [];
    }),
  );
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const squares = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / errors.length) };
}
