import { datesBetween, dayOf, HOUR_MINUTES, HOUR_MS, startOfDate } from '@solano/domain/kernel';
import {
  coveredQuarters,
  gateClosure,
  type HourSpreads,
  MILLI,
  type PriceCurve,
  type PriceReader,
  predictedCurve,
  priceMinutes,
  type SessionRules,
  type SpreadCurve,
  type SpreadCurveReader,
  spreadAt,
  wholeDay,
} from '@solano/domain/market';

/** An hour that has a price in both sessions. */
export interface ClearedHour {
  /** Later price less earlier price, EUR/MWh. */
  readonly spread: number;
  /** Whether the flexible part waits for the later session, by the curve and by the rule. */
  readonly waits: boolean;
  readonly ruleWaits: boolean;
}

interface Sources {
  readonly prices: PriceReader;
  readonly spreadCurves: SpreadCurveReader;
  readonly spreads: HourSpreads;
}

interface Pair {
  readonly earlier: SessionRules;
  readonly later: SessionRules;
}

/**
 * The hours of the days that both sessions have whole. Where the later one was cancelled nothing can wait:
 * bids for it are left out, as in a backtest.
 */
export async function* hoursOfDays(
  { prices, spreadCurves, spreads }: Sources,
  { earlier, later }: Pair,
  { first, last }: { readonly first: string; readonly last: string },
): AsyncGenerator<{ readonly date: string; readonly hours: readonly ClearedHour[] }> {
  const [dayAhead, auction] = [
    await curvesOf(prices, earlier, first, last),
    await curvesOf(prices, later, first, last),
  ];
  for (const date of datesBetween(first, last)) {
    const [own, other] = [dayAhead.get(date), auction.get(date)];
    const gate = gateClosure(earlier, dayOf(date));
    const newest = await spreadCurves.newest({ from: date, to: date }, new Date(gate));
    const learned = newest.find((each) => {
      return each.earlier === earlier.session && each.later === later.session;
    });
    if (!own || !other || !learned) continue;
    const ends = coveredQuarters(earlier, date).map((end) => ({ end, minutes: 15 }));
    const { curve } = await predictedCurve(prices, earlier.market, ends, gate);
    const means = await spreads.before(date);
    const hours = learned.hours.map((spreadCurve, hour) => {
      const end = startOfDate(date) + (hour + 1) * HOUR_MS;
      const price = priceAt(own, end);
      const mean = spreadAt(means, later.session, end) ?? 0;
      const expected = expectedSpread(spreadCurve, price - priceAt(curve, end));
      return { spread: priceAt(other, end) - price, waits: expected < 0, ruleWaits: mean < 0 };
    });
    yield { date, hours };
  }
}

async function curvesOf(
  prices: PriceReader,
  rules: SessionRules,
  first: string,
  last: string,
): Promise<ReadonlyMap<string, PriceCurve>> {
  const curves = new Map<string, PriceCurve>();
  for await (const realised of prices.realised(rules.market, first, last)) {
    const curve = wholeDay(rules, realised);
    if (curve) curves.set(realised.date, curve);
  }
  return curves;
}

/** The mean price of an hour, EUR/MWh. */
function priceAt(curve: PriceCurve, end: number): number {
  const sum = priceMinutes(curve, { end, minutes: HOUR_MINUTES });
  return sum === undefined ? Number.NaN : sum / HOUR_MINUTES / MILLI;
}

/** On a line between two surprises, constant beyond the ends. */
function expectedSpread({ surprises, spreads }: SpreadCurve, surprise: number): number {
  const above = surprises.findIndex((each) => each >= surprise);
  if (above === 0) return spreads[0] as number;
  if (above < 0) return spreads.at(-1) as number;
  const [x0, x1] = [surprises[above - 1] as number, surprises[above] as number];
  const [y0, y1] = [spreads[above - 1] as number, spreads[above] as number];
  return y0 + ((surprise - x0) / (x1 - x0)) * (y1 - y0);
}
