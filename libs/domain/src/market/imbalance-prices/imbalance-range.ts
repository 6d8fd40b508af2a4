import { datesBetween, labelOf, QUARTER_MINUTES, quartersOfDate } from '@solano/domain/kernel';
import { requireRange } from '../market-data/realised-range.ts';
import { formatMilli } from '../prices/milli-euro.ts';
import type { ImbalanceDay, ImbalancePriceReader, ImbalanceRevision } from './imbalance-prices.ts';

/** The prices of a period as customers read them. */
interface ImbalanceRow {
  /** End of the period, `YYYY-MM-DD HH:MM` in Madrid; in autumn's repeated hour it occurs twice. */
  readonly datetime: string;
  /** EUR/MWh with three digits after the point, as `long`. */
  readonly short: string;
  readonly long: string;
}

/** Source of a day's prices; nothing where there are none. */
interface ImbalanceDayStatus {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly source: string | null;
  readonly revision: number | null;
  readonly settlement: string | null;
  readonly status: 'realised' | 'missing';
}

export interface ImbalanceRange {
  readonly rows: readonly ImbalanceRow[];
  /** The instant (ms) of each row. */
  readonly ends: readonly number[];
  readonly days: readonly ImbalanceDayStatus[];
}

/**
 * The prices of deviations from the day `from` to the day `to`, oldest first, with the status of each
 * day. Errors: `invalid_request` for days that are not in order or too many, `store_unavailable`.
 */
export async function imbalanceRange(
  imbalance: Pick<ImbalancePriceReader, 'prices'>,
  from: string,
  to: string,
): Promise<ImbalanceRange> {
  requireRange(from, to);
  const known = new Map<string, ImbalanceRevision>();
  for await (const day of imbalance.prices(from, to)) known.set(day.date, day);
  const ends = [...known.values()].map(imbalanceEnds);
  return {
    rows: [...known.values()].flatMap((day, i) => rowsOf(day, ends[i] as number[])),
    ends: ends.flat(),
    days: datesBetween(from, to).map((date) => statusOf(date, known.get(date))),
  };
}

/** The end (ms) of each period of a day. */
function imbalanceEnds({ date, stepMinutes }: ImbalanceDay): number[] {
  const quarters = stepMinutes / QUARTER_MINUTES;
  return quartersOfDate(date).filter((_, i) => (i + 1) % quarters === 0);
}

function rowsOf({ short, long }: ImbalanceDay, ends: readonly number[]): ImbalanceRow[] {
  return ends.map((end, i) => ({
    datetime: labelOf(end),
    short: formatMilli(short[i] as number),
    long: formatMilli(long[i] as number),
  }));
}

function statusOf(day: string, prices: ImbalanceRevision | undefined): ImbalanceDayStatus {
  if (!prices) return { day, source: null, revision: null, settlement: null, status: 'missing' };
  const { source, revision, settlement } = prices;
  return { day, source, revision, settlement, status: 'realised' };
}
