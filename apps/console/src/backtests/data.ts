import { api, dataOf } from '../api/client.ts';
import type { Desk } from '../desk/desk.tsx';
import type { Item } from '../purchases/data.ts';

export type Backtest = Awaited<ReturnType<typeof readBacktest>>;
export type BacktestResult = NonNullable<Backtest['result']>;

const PATH = '/api/v0/strategies/{user}/backtests';

export interface BacktestRequest {
  /** First and last Madrid day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The volumes to buy; omitted: 1 MW throughout each day. */
  readonly series?: readonly Item[];
}

/** Starts a backtest of the settings in use and returns its id. */
export async function startBacktest(
  { user, retailer }: Desk,
  { from, to, series }: BacktestRequest,
): Promise<string> {
  const params = { path: { user }, query: { idretailer: retailer } };
  const body = { from, to, ...(series && { series: series.map((item) => ({ ...item })) }) };
  const { id } = await dataOf(api.POST(PATH, { params, body }));
  return id;
}

export function readBacktest({ user }: Desk, id: string) {
  const params = { path: { user, id } };
  return dataOf(api.GET(`${PATH}/{id}`, { params }));
}
