import { dateAfter, startOfDate } from '@solano/domain/kernel';
import type { MeasuredSeries, SeriesFilter } from './measured-series.ts';
import type { MeasurementStore } from './measurement-store.ts';
import type { PowerPeriod } from './power-run.ts';
import { deliveredPower, type SeriesWindow } from './power-series.ts';

/** Which values a list has. */
export interface MeasurementQuery {
  /** Madrid days (`YYYY-MM-DD`), both included. */
  readonly from: string;
  readonly to: string;
  /** Minutes; undefined: the periods as they were delivered. */
  readonly resolution?: 15 | 30 | 60 | undefined;
  /** Undefined: what counts now. */
  readonly asOf?: Date | undefined;
}

/** A period of a series. */
export interface MeasuredPeriod extends PowerPeriod {
  readonly series: MeasuredSeries;
}

/** The instants (ms) of Madrid days, both included. */
export function windowOfDays({ from, to }: { from: string; to: string }): SeriesWindow {
  return { from: startOfDate(from), to: startOfDate(dateAfter(to, 1)) };
}

/**
 * The measured power of series, one after the other, in order of time; a period without a value is left out. Read
 * as it is used. Errors: `store_unavailable`.
 */
export async function* listMeasurements(
  measurements: Pick<MeasurementStore, 'runs'>,
  customerId: string,
  filter: SeriesFilter,
  { resolution, asOf, ...days }: MeasurementQuery,
): AsyncGenerator<MeasuredPeriod> {
  const window = windowOfDays(days);
  for await (const { series, runs } of measurements.runs(customerId, filter, window)) {
    const power = deliveredPower(runs, window, asOf?.getTime());
    const periods = resolution === undefined ? power.delivered() : power.resampled(resolution);
    for (const period of periods) yield { ...period, series };
  }
}
