import {
  dateAfter,
  datesBetween,
  HOUR_QUARTERS,
  HOURS,
  ORDINARY_QUARTERS,
} from '@solano/domain/kernel';

/** Prices of one market day, in EUR/MWh, by the Madrid clock (`byClock`). */
export interface KnownDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** The price of each quarter hour from 00:00, at least 96; equal within an hour while hourly. */
  readonly quarters: ArrayLike<number>;
}

/** Day-ahead forecasts of what drives prices (MW), 24 clock hours by date, for days to come too. */
export type ExogenousSeries = ReadonlyMap<string, ReadonlyMap<string, ArrayLike<number>>>;

/** Consecutive days with their hours: what models learn from. */
export interface PriceDays {
  readonly dates: readonly string[];
  /** Mean prices of the hours, 24 a day, EUR/MWh. */
  readonly hours: readonly Float64Array[];
  /** Prices of the quarter hours, 96 a day. */
  readonly quarters: readonly Float64Array[];
  /** Whether a day's prices are its own: a missing day repeats the one before, and teaches nothing. */
  readonly isKnown: readonly boolean[];
}

/**
 * Lines days up without gaps, from the first to the last.
 *
 * @param days oldest first.
 */
export function align(days: readonly KnownDay[]): PriceDays {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  const dates = first === undefined || last === undefined ? [] : datesBetween(first, last);
  const quarters: Float64Array[] = [];
  for (const date of dates) {
    const own = byDate.get(date)?.quarters;
    quarters.push(
      own ? Float64Array.from(own).slice(0, ORDINARY_QUARTERS) : (quarters.at(-1) as never),
    );
  }
  return {
    dates,
    quarters,
    hours: quarters.map(hoursOf),
    isKnown: dates.map((date) => byDate.has(date)),
  };
}

/** The day at an index, which may lie after the last. */
export function dateOf({ dates }: PriceDays, index: number): string {
  return dates[index] ?? dateAfter(dates.at(-1) as string, index - dates.length + 1);
}

/** The means of the hours of 96 quarter hours. */
export function hoursOf(quarters: ArrayLike<number>): Float64Array {
  const hours = new Float64Array(HOURS);
  for (let quarter = 0; quarter < ORDINARY_QUARTERS; quarter += 1) {
    const hour = Math.floor(quarter / HOUR_QUARTERS);
    hours[hour] = (hours[hour] as number) + (quarters[quarter] as number) / HOUR_QUARTERS;
  }
  return hours;
}
