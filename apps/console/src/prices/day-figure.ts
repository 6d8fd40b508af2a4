import type { Figure } from '../figure/figure.ts';
import { formatDate } from '../i18n/format.ts';
import { sameClock } from '../time/same-clock.ts';
import { MADRID, startOfDay } from '../time/zone.ts';
import { type PriceRow, seriesOf } from './series.ts';
import { COLORS, DASHES, type Session } from './sessions.ts';
import { t } from './texts.ts';

/** The prices of a Madrid day: realised ones, or those predicted before its gate. */
export interface DayPrices {
  readonly day: string;
  readonly rows: readonly PriceRow[];
  readonly isRealised: boolean;
}

/** Returns the prices of two days over each other by the time of day; those of the other one are broad and pale. */
export function dayFigure(session: Session, one: DayPrices, other: DayPrices): Figure {
  const series = [one, other].map(({ rows }) => seriesOf(rows));
  const step = Math.min(...series.map((each) => each.step));
  const periods = sameClock(one.day, other.day, MADRID, step);
  const values = (day: DayPrices, starts: readonly (number | null)[]) => {
    const { prices, step: own } = seriesOf(day.rows);
    const midnight = startOfDay(day.day, MADRID);
    // A price of an hour holds in each of its quarters.
    return starts.map((at) => {
      const row = at === null ? undefined : prices.get(at - ((at - midnight) % own));
      return row === undefined ? null : Number(row.price);
    });
  };
  const dash = DASHES[session];
  const style = { color: COLORS[session], decimals: 2 };
  return {
    title: `${t.byTimeOfDay}: ${session}`,
    unit: 'EUR/MWh',
    zone: MADRID,
    isTimeOfDay: true,
    starts: periods.axis,
    step,
    series: [
      { ...style, label: nameOf(other), values: values(other, periods.other), isBroad: true },
      { ...style, label: nameOf(one), values: values(one, periods.one), ...(dash && { dash }) },
    ],
  };
}

function nameOf({ day, isRealised }: DayPrices): string {
  const source = isRealised ? t.realised : t.predictedLine;
  return `${formatDate(`${day}T12:00Z`, 'UTC')}, ${source.toLowerCase()}`;
}
