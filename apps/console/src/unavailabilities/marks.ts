import type { Mark } from '../figure/figure.ts';
import type { Outage } from './data.ts';

/** The outages as shaded intervals of a chart. */
export function marksOf(outages: readonly Outage[]): Mark[] {
  return outages.map((outage) => ({
    from: Date.parse(outage.start_time_utc),
    to: Date.parse(outage.end_time_utc),
    label: outage.availability_type,
  }));
}
