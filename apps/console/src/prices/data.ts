import { ApiError } from '../api/api-error.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { loadMarkets } from '../service/data.ts';
import { permitted } from '../session/permitted.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID, MINUTE_MS } from '../time/zone.ts';
import { isNotFound } from '../ui/states.tsx';
import type { DayPrices } from './day-figure.ts';
import { gateOf } from './gate-time.ts';
import { type Comparison, type Prediction, rowsOfDay } from './series.ts';
import { MARKETS, type Session } from './sessions.ts';

export type Evaluation = Schemas['PriceEvaluation'];

export type Gate = Schemas['Gate'];

const PATH = '/api/v0/prices/{region}/{market}';

function marketOf(session: Session) {
  return { region: 'spain', market: MARKETS[session] } as const;
}

export function usePrediction(session: Session): Query<Prediction> {
  return useQuery(`prices ${session}`, () => loadPrediction(session));
}

/** Where there is none nothing is requested: a browser reports its absence as an error of the page. */
async function loadPrediction(session: Session): Promise<Prediction> {
  if (!(await isPredicted(session))) throw new ApiError(404, '');
  const query = { quantiles: '10,90' };
  const params = { path: marketOf(session), query };
  return dataOf(api.GET(`${PATH}/prediction`, { params }));
}

/** Whether there is a prediction of a session. Throws a 403 without the permission to see prices. */
async function isPredicted(session: Session): Promise<boolean> {
  const own = (await loadMarkets()).find((market) => market.session === session);
  return (own?.newest_prediction_at ?? null) !== null;
}

/** Loads the realised prices of some days of delivery. */
export function useRealised(session: Session, days: Days) {
  return useQuery(`realised ${session} ${JSON.stringify(days)}`, () => loadRealised(session, days));
}

function loadRealised(session: Session, { from, to }: Days) {
  const query = { from, to };
  const params = { path: marketOf(session), query };
  return permitted('prices', () => dataOf(api.GET(`${PATH}/realised`, { params })));
}

export function useEvaluation(session: Session): Query<Evaluation> {
  const today = dayOf(Date.now(), MADRID);
  const query = { from: addDays(today, -30), to: addDays(today, -1) };
  return useQuery(`evaluation ${session}`, () =>
    dataOf(api.GET(`${PATH}/evaluation`, { params: { path: marketOf(session), query } })),
  );
}

const GATES_REFRESH_MS = 5 * MINUTE_MS;

export function useGates(): Query<Gate[]> {
  return useQuery('gates', () => dataOf(api.GET('/api/v0/markets/gates')), GATES_REFRESH_MS);
}

/** Returns the address of a file of prices. */
export function fileOf(session: Session, what: string, query: Record<string, string>): string {
  return `prices/spain/${MARKETS[session]}/${what}?${new URLSearchParams(query).toString()}`;
}

/** Loads the realised prices of a day; if there are none, those predicted before its gate, or until now. */
export function useDayPrices(session: Session, day: string): Query<DayPrices> {
  return useQuery(`day-prices ${session} ${day}`, async () => {
    const days = { from: day, to: day };
    const { rows } = await loadRealised(session, days);
    if (rows.length > 0) return { day, rows, isRealised: true };
    const prediction =
      gateOf(session, day) > Date.now()
        ? await found(loadPrediction(session))
        : (await predictionsBefore(session, [day]))[0]?.prediction;
    return { day, rows: rowsOfDay(prediction?.rows ?? [], day), isRealised: false };
  });
}

const COMPARED_DAYS = 7;

export function useComparison(session: Session): Query<Comparison> {
  return useQuery(`comparison ${session}`, async () => {
    const today = dayOf(Date.now(), MADRID);
    const days = Array.from({ length: COMPARED_DAYS }, (_, index) =>
      addDays(today, index - COMPARED_DAYS + 1),
    );
    const range = { from: days[0] ?? today, to: today };
    const [realised, predictions] = await Promise.all([
      loadRealised(session, range),
      predictionsBefore(session, days),
    ]);
    return { realised, predictions };
  });
}

/** The newest predictions at the gates of days; of the days before the first prediction there are none. */
async function predictionsBefore(session: Session, days: readonly string[]) {
  const found: Comparison['predictions'][number][] = [];
  if (!(await isPredicted(session))) return found;
  for (const day of days.toReversed()) {
    const prediction = await predictionBefore(session, day);
    if (!prediction) break;
    found.unshift({ day, prediction });
  }
  return found;
}

/** Loads the newest prediction at the gate's closing of a day; undefined if there was none. */
function predictionBefore(session: Session, day: string): Promise<Prediction | undefined> {
  const asOf = new Date(gateOf(session, day)).toISOString();
  const query = { quantiles: '50', as_of: asOf };
  return found(
    dataOf(api.GET(`${PATH}/prediction`, { params: { path: marketOf(session), query } })),
  );
}

function found<T>(loading: Promise<T>): Promise<T | undefined> {
  return loading.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}
