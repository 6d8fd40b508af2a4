import { formatMoment, formatNumber, formatShort } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { t } from '../outages/texts.ts';
import { overlaps, useOutages } from './data.ts';

/** In ms of Unix time. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Outages that are named; the others are counted. */
const MAX_NAMED = 3;

interface OverlappingProps {
  readonly plantName: string;
  readonly zone: string;
  readonly interval: Interval;
  /** The outage that is changed, which overlaps with itself. */
  readonly own: string | undefined;
}

/** Says with which other outages of its plant an interval overlaps, and what counts then. */
export function Overlapping({ plantName, zone, interval, own }: OverlappingProps) {
  const { start, end } = interval;
  const { data = [] } = useOutages(
    start < end ? { plantName, window: { from: start, to: end } } : undefined,
  );
  const others = data.filter((outage) => outage.id !== own && overlaps(outage, start, end));
  return (
    <div role="status">
      {others.length > 0 && (
        <div class="notice">
          {fill(t.overlaps, { count: others.length })}
          <ul>
            {others.slice(0, MAX_NAMED).map((outage) => (
              <li key={outage.id}>
                {t[outage.availability_type]}, {formatMoment(outage.start_time_utc, zone)} –{' '}
                {formatMoment(outage.end_time_utc, zone)}, {formatShort(outage.available_power_mw)}{' '}
                MW
              </li>
            ))}
            {others.length > MAX_NAMED && (
              <li>{fill(t.moreOverlaps, { count: formatNumber(others.length - MAX_NAMED) })}</li>
            )}
          </ul>
          {t.lowestCounts}
        </div>
      )}
    </div>
  );
}
