import type { Schemas } from '../api/client.ts';
import { numberOf } from '../api/number-of.ts';
import type { BoughtItem } from '../bought/items.ts';
import type { ForecastHour } from '../consumption-forecasts/consumption-forecast.ts';
import { bandEdges, type Figure, type Mark } from '../figure/figure.ts';
import { gatesFromToday } from '../prices/gate-time.ts';
import { type PriceRow, seriesOf } from '../prices/series.ts';
import { COLORS } from '../prices/sessions.ts';
import { lengthOfDay } from '../time/days.ts';
import { addDays, DAY_MS, HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';
import { t } from './texts.ts';

const PREDICTED_DASH = [6, 3];

interface Prices {
  readonly predicted: readonly PriceRow[];
  readonly realised: readonly PriceRow[];
  readonly gates: readonly Schemas['Gate'][];
  /** The first of the two days. */
  readonly today: string;
}

/** Returns the day-ahead prices of today and tomorrow with the closing of the gates. */
export function pricesFigure({ predicted, realised, gates, today }: Prices): Figure {
  const [from, to] = [today, addDays(today, 2)].map((day) => startOfDay(day, MADRID));
  const isInDays = (at: number) => at >= (from ?? 0) && at < (to ?? 0);
  const [own, known] = [predicted, realised].map(seriesOf);
  const starts = [...new Set([own, known].flatMap((each) => [...(each?.prices.keys() ?? [])]))]
    .filter(isInDays)
    .sort((one, other) => one - other);
  const column = (of: typeof own, name: 'price' | 'p10' | 'p90') =>
    starts.map((at) => numberOf(of?.prices.get(at)?.[name]));
  const style = { color: COLORS.MD, decimals: 2 };
  return {
    title: t.prices,
    unit: 'EUR/MWh',
    zone: MADRID,
    starts,
    step: Math.min(own?.step ?? HOUR_MS, known?.step ?? HOUR_MS),
    marks: closings(gates, from ?? 0).filter(({ from: at }) => isInDays(at)),
    series: [
      { ...style, label: t.pricePredicted, values: column(own, 'price'), dash: PREDICTED_DASH },
      ...bandEdges(
        t.pricePredicted,
        { p90: column(own, 'p90'), p10: column(own, 'p10') },
        { color: '--band', decimals: 2 },
      ),
      { label: t.priceRealised, values: column(known, 'price'), color: '--realised', decimals: 2 },
    ],
  };
}

function closings(gates: readonly Schemas['Gate'][], from: number): Mark[] {
  return gatesFromToday(gates, from).map(({ session, closes_at }) => {
    const at = Date.parse(closes_at);
    return { from: at, to: at, label: session };
  });
}

/** Returns what is bought and what is forecast in each hour of a day, as mean MW, with the forecast's band. */
export function amountFigure(
  day: string,
  forecast: readonly ForecastHour[],
  bought: readonly BoughtItem[],
): Figure {
  const [from, to] = [day, addDays(day, 1)].map((each) => startOfDay(each, MADRID));
  const starts: number[] = [];
  for (let at = from ?? 0; at < (to ?? 0); at += HOUR_MS) starts.push(at);
  const hours = new Map(forecast.map((hour) => [Date.parse(hour.start_utc), hour]));
  const column = (name: 'busbar_mw' | 'busbar_p10' | 'busbar_p90') =>
    starts.map((at) => hours.get(at)?.[name] ?? null);
  const mwh = starts.map(() => 0);
  for (const { start, mwh: energy } of bought) {
    const hour = Math.floor((start - (from ?? 0)) / HOUR_MS);
    mwh[hour] = (mwh[hour] ?? 0) + energy;
  }
  const style = { color: '--mid2', decimals: 3 };
  return {
    title: t.amount,
    unit: 'MW',
    zone: MADRID,
    starts,
    step: HOUR_MS,
    fromZero: true,
    series: [
      ...(bought.length === 0
        ? []
        : [
            {
              label: t.boughtMw,
              values: mwh,
              color: '--band',
              outline: '--md',
              isFilled: true,
              decimals: 3,
            },
          ]),
      ...(forecast.length === 0
        ? []
        : [
            { ...style, label: t.forecastMw, values: column('busbar_mw'), dash: PREDICTED_DASH },
            ...bandEdges(
              t.forecastMw,
              { p90: column('busbar_p90'), p10: column('busbar_p10') },
              { color: '--own-band', decimals: 3 },
            ),
          ]),
    ],
  };
}

type ReportDay = Schemas['MonthReport']['days'][number];

/** Returns the running savings of a month's days against buying all day-ahead, and against the rule. */
export function savingFigure(days: readonly ReportDay[]): Figure {
  const style = { decimals: 2 };
  return {
    title: t.saved,
    unit: 'EUR',
    zone: MADRID,
    starts: days.map(({ day }) => startOfDay(day, MADRID)),
    step: days.length === 0 ? DAY_MS : lengthOfDay(days.at(-1)?.day ?? '', MADRID),
    fromZero: true,
    series: [
      {
        ...style,
        label: t.againstDayAhead,
        values: running(days.map((day) => day.saved_against_day_ahead)),
        color: '--accent',
      },
      {
        ...style,
        label: t.againstRule,
        values: running(days.map((day) => day.saved_against_rule)),
        color: '--mid1',
        dash: PREDICTED_DASH,
      },
    ],
  };
}

/** A sum with an unknown summand is unknown, and so are those after it. */
function running(savings: readonly (string | null)[]): (number | null)[] {
  let sum: number | null = 0;
  return savings.map((each) => {
    sum = sum === null || each === null ? null : sum + Number(each);
    return sum;
  });
}
