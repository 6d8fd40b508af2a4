import { HOURS } from '@solano/domain/kernel';
import type { TrainingDays } from './training-days.ts';

/** Days of a kind that are averaged, at most, and how far back they are looked for. */
const ALIKE_DAYS = 8;
const LOOK_BACK_DAYS = 70;

/**
 * The simplest forecast of a day: the mean of the last eight known days of its kind, workdays, Saturdays and
 * Sundays with holidays, each by the level of its week before, at the level of the last week.
 *
 * @param origin the last day of which a part is known: it is not used.
 * @param place the day that is forecast.
 */
export function recentProfile(
  days: TrainingDays,
  origin: number,
  place: number,
): Float64Array | undefined {
  const known: number[] = [];
  for (let day = origin - 1; day >= Math.max(0, origin - LOOK_BACK_DAYS); day -= 1) {
    if (days.isWhole[day]) known.push(day);
  }
  if (known.length === 0) return undefined;
  const { kind } = days.calendar(place);
  const alike = known.filter((day) => days.calendar(day).kind === kind);
  const used = (alike.length > 0 ? alike : known).slice(0, ALIKE_DAYS);
  const level = days.levels[origin] as number;
  return Float64Array.from({ length: HOURS }, (_, hour) => {
    const sum = used.reduce((total, day) => {
      return total + (days.known[day]?.[hour] as number) - (days.levels[day] as number);
    }, 0);
    return level + sum / used.length;
  });
}
