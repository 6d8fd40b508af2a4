import { ApiError } from '../api/api-error.ts';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';
import { MAX_PORTFOLIOS, type Portfolio, usePortfolios } from '../desk/portfolios.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, HOUR_MS, MADRID } from '../time/zone.ts';

/** An hour of the forecast of consumption, in MW: medians and quantiles, at the meters and at the busbar. */
export interface ForecastHour {
  readonly start_utc: string;
  readonly end_utc: string;
  readonly mw: number;
  readonly p10?: number;
  readonly p90?: number;
  readonly busbar_mw: number;
  readonly busbar_p10?: number;
  readonly busbar_p90?: number;
}

export interface ConsumptionForecast {
  /** Names of the groups that are added up. */
  readonly groups: readonly string[];
  readonly rows: readonly ForecastHour[];
}

/** A forecast needs so many whole days of a group. */
const MIN_DAYS = 28;

interface ForecastQuery extends Query<ConsumptionForecast> {
  /** Whether too little is measured for a forecast. */
  readonly isTooLittle: boolean;
}

/**
 * Loads the forecast of a user and a retailer, at most up to the seventh day after today; it is not
 * requested where the first measurement is too young for it.
 */
export function useConsumptionForecast(desk: Desk, days: Days): ForecastQuery {
  const portfolios = usePortfolios();
  const isTooYoung = portfolios.data !== undefined && isYoung(desk, portfolios.data);
  const isAsked = !portfolios.isLoading && !isTooYoung;
  const forecast = useForecast(desk, days, isAsked);
  const isRejected = forecast.error instanceof ApiError && forecast.error.status === 409;
  return {
    ...forecast,
    isLoading: forecast.isLoading || portfolios.isLoading,
    isTooLittle: isTooYoung || (forecast.data === undefined && isRejected),
  };
}

/** Whether fewer whole days than a forecast needs have passed since the first measurement. */
function isYoung({ user, retailer }: Desk, portfolios: readonly Portfolio[]): boolean {
  const own = portfolios.find((each) => each.user === user && each.retailer_id === retailer);
  if (!own) return portfolios.length < MAX_PORTFOLIOS;
  const firstDay = dayOf(Date.parse(own.first_start_utc), MADRID);
  return firstDay > addDays(dayOf(Date.now(), MADRID), -MIN_DAYS);
}

function useForecast(
  { user, retailer }: Desk,
  days: Days,
  isAsked: boolean,
): Query<ConsumptionForecast> {
  const query = { retailer_id: retailer, ...days, quantiles: '10,90' };
  return useQuery(
    isAsked ? `consumption-forecast ${JSON.stringify({ user, ...query })}` : undefined,
    async (): Promise<ConsumptionForecast> =>
      dataOf(
        api.GET('/api/v0/user/{user}/consumption/forecast', { params: { path: { user }, query } }),
      ),
  );
}

/**
 * Submits the forecast of a day as a purchase and returns its id; the same day again is the same
 * purchase.
 *
 * @param before purchases of the day that are known and to be added to.
 */
export async function buyForecast(desk: Desk, day: string, before: number): Promise<string> {
  const { user, retailer } = desk;
  const { id } = await dataOf(
    api.POST('/api/v0/user/{user}/consumption/forecast/purchase', {
      params: {
        path: { user },
        query: { retailer_id: retailer, day },
      },
      headers: { 'Idempotency-Key': keyOf(desk, day, before) },
    }),
  );
  invalidate('purchases');
  return id;
}

/** The service takes ASCII only. */
const MAX_KEY_LENGTH = 255;

function keyOf({ user, retailer }: Desk, day: string, before: number): string {
  const added = before > 0 ? ` after ${before}` : '';
  const names = [user, retailer].map(encodeURIComponent).join('/');
  return `forecast ${day}${added} ${names}`.slice(0, MAX_KEY_LENGTH);
}

/** Returns the MWh of the medians at the busbar. */
export function busbarMwh(rows: readonly ForecastHour[]): number {
  return rows.reduce((sum, { busbar_mw, start_utc, end_utc }) => {
    return sum + (busbar_mw * (Date.parse(end_utc) - Date.parse(start_utc))) / HOUR_MS;
  }, 0);
}

/** Returns the hour with the highest median. */
export function peakOf(rows: readonly ForecastHour[]): ForecastHour | undefined {
  return rows.toSorted((one, other) => other.busbar_mw - one.busbar_mw)[0];
}
