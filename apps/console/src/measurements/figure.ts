import { bandEdges, type Figure, type Series } from '../figure/figure.ts';
import { type Days, lengthOf } from '../time/days.ts';
import { MINUTE_MS } from '../time/zone.ts';
import type { Outage } from '../unavailabilities/data.ts';
import { marksOf } from '../unavailabilities/marks.ts';
import type { GroupPeriod } from './data.ts';

/** A line of power; a period that is not in its rows has no value. */
export interface PowerLine extends Pick<Series, 'color' | 'dash'> {
  readonly label: string;
  readonly mw: ReadonlyMap<number, number>;
  readonly band?: PowerBand;
}

/** The quantiles of 10 % and 90 % of a line. */
interface PowerBand {
  readonly color: string;
  readonly p10: ReadonlyMap<number, number>;
  readonly p90: ReadonlyMap<number, number>;
}

interface PowerFigureOptions {
  readonly title: string;
  readonly zone: string;
  readonly minutes: number;
  readonly outages?: readonly Outage[];
}

/** Quarter hours of more days than these would be narrower than a pixel. */
const MAX_DAYS_OF_QUARTERS = 31;

/** Minutes of the periods in which some days are shown. */
export function minutesOf(days: Days): 15 | 60 {
  return lengthOf(days) > MAX_DAYS_OF_QUARTERS ? 60 : 15;
}

/** Returns MW by the start of each period. */
export function byStart<R extends { readonly start_utc: string }>(
  rows: readonly R[],
  mwOf: (row: R) => number | null,
): Map<number, number> {
  const values = new Map<number, number>();
  for (const row of rows) {
    const mw = mwOf(row);
    if (mw !== null) values.set(Date.parse(row.start_utc), mw);
  }
  return values;
}

/** A period of a forecast of the service, in MW; null where it has no bands. */
interface BandRow {
  readonly start_utc: string;
  readonly p10?: number | null;
  readonly p90?: number | null;
}

/** Returns the band of a forecast of the service. */
export function bandOf(rows: readonly BandRow[]): PowerBand {
  return {
    color: '--own-band',
    p10: byStart(rows, ({ p10 = null }) => p10),
    p90: byStart(rows, ({ p90 = null }) => p90),
  };
}

/** Returns lines of power as one chart, over the periods in which any of them has a value. */
export function powerFigure(lines: readonly PowerLine[], options: PowerFigureOptions): Figure {
  const { title, zone, minutes, outages = [] } = options;
  const starts = [...new Set(lines.flatMap(({ mw }) => [...mw.keys()]))].sort(
    (one, other) => one - other,
  );
  const valuesOf = (mw: ReadonlyMap<number, number>) => starts.map((at) => mw.get(at) ?? null);
  const edges = lines.flatMap(({ label, band }) =>
    band
      ? bandEdges(
          label,
          { p90: valuesOf(band.p90), p10: valuesOf(band.p10) },
          { color: band.color, decimals: 3 },
        )
      : [],
  );
  return {
    title,
    unit: 'MW',
    zone,
    starts,
    step: minutes * MINUTE_MS,
    fromZero: true,
    marks: marksOf(outages),
    series: [
      ...lines.map(({ label, color, dash, mw }) => {
        return { label, color, ...(dash && { dash }), decimals: 3, values: valuesOf(mw) };
      }),
      ...edges,
    ],
  };
}

/** Returns the consumption of each group. */
export function perGroup(rows: readonly GroupPeriod[]): Map<string, Map<number, number>> {
  const groups = new Map<string, GroupPeriod[]>();
  for (const row of rows) {
    const own = groups.get(row.group);
    if (own) own.push(row);
    else groups.set(row.group, [row]);
  }
  return new Map([...groups].map(([name, own]) => [name, byStart(own, ({ mw }) => mw)]));
}

/** Returns the sum of groups, over the periods in which each of them has a value. */
export function sumOfGroups(groups: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const [first = new Map<number, number>(), ...others] = groups;
  const sum = new Map<number, number>();
  for (const [at, mw] of first) {
    let total = mw;
    for (const other of others) total += other.get(at) ?? Number.NaN;
    if (!Number.isNaN(total)) sum.set(at, total);
  }
  return sum;
}
