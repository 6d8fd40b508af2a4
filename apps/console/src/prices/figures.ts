import { numberOf } from '../api/number-of.ts';
import { bandEdges, type Figure, type Series as Line } from '../figure/figure.ts';
import { dayOf, MADRID } from '../time/zone.ts';
import { type Comparison, type Prediction, seriesOf } from './series.ts';
import { COLORS, DASHES, SESSIONS, type Session } from './sessions.ts';
import { t } from './texts.ts';

export type Predictions = Readonly<Partial<Record<Session, Prediction>>>;

/** Returns the starts of all periods of some series, ascending, and the shortest step. */
function timesOf(series: readonly ReturnType<typeof seriesOf>[]): {
  starts: number[];
  step: number;
} {
  const starts = [...new Set(series.flatMap(({ prices }) => [...prices.keys()]))];
  return {
    starts: starts.sort((one, other) => one - other),
    step: Math.min(...series.map(({ step }) => step)),
  };
}

/** Returns the predicted prices of the sessions, with the band of one of them. */
export function predictionFigure(predictions: Predictions, banded: Session): Figure {
  const known = SESSIONS.filter((session) => predictions[session]);
  const series = new Map(
    known.map((session) => [session, seriesOf(predictions[session]?.rows ?? [])]),
  );
  const times = timesOf([...series.values()]);
  const column = (session: Session, name: 'price' | 'p10' | 'p90') =>
    times.starts.map((at) => numberOf(series.get(session)?.prices.get(at)?.[name]));
  const lines: Line[] = known.map((session) => lineOf(session, column(session, 'price')));
  const edges = known.includes(banded)
    ? bandEdges(
        banded,
        { p90: column(banded, 'p90'), p10: column(banded, 'p10') },
        { color: '--band', decimals: 2 },
      )
    : [];
  return {
    ...times,
    title: t.predicted,
    unit: 'EUR/MWh',
    zone: MADRID,
    series: [...lines, ...edges],
  };
}

function lineOf(session: Session, values: readonly (number | null)[]): Line {
  const dash = DASHES[session];
  return { label: session, values, color: COLORS[session], decimals: 2, ...(dash && { dash }) };
}

/** Returns the predicted price of each intraday session less the day-ahead price. */
export function spreadFigure(predictions: Predictions): Figure {
  const { starts, step, series } = predictionFigure(predictions, 'MD');
  const dayAhead = series.find(({ label }) => label === 'MD')?.values ?? [];
  return {
    title: t.spread,
    unit: 'EUR/MWh',
    zone: MADRID,
    starts,
    step,
    series: series
      .filter(({ label, edgeOf }) => label !== 'MD' && edgeOf === undefined)
      .map((line) => ({
        ...line,
        values: line.values.map((value, index) => difference(value, dayAhead[index])),
      })),
  };
}

function difference(value: number | null, other: number | null | undefined): number | null {
  return value === null || other === null || other === undefined ? null : value - other;
}

/** Returns realised prices, and for each day the prediction at its gate's closing. */
export function comparisonFigure({ realised, predictions }: Comparison, session: Session): Figure {
  const known = seriesOf(realised.rows);
  const predicted = new Map<number, number | null>();
  for (const { day, prediction } of predictions)
    for (const [at, { price }] of seriesOf(prediction.rows).prices)
      if (dayOf(at, MADRID) === day) predicted.set(at, numberOf(price));
  const starts = [...new Set([...known.prices.keys(), ...predicted.keys()])].sort(
    (one, other) => one - other,
  );
  return {
    title: `${t.compared}: ${session}`,
    unit: 'EUR/MWh',
    zone: MADRID,
    starts,
    step: known.step,
    series: [
      {
        label: t.realised,
        values: starts.map((at) => numberOf(known.prices.get(at)?.price)),
        color: '--realised',
        decimals: 2,
      },
      {
        label: t.predictedLine,
        values: starts.map((at) => predicted.get(at) ?? null),
        color: COLORS[session],
        dash: [6, 3],
        decimals: 2,
      },
    ],
  };
}
