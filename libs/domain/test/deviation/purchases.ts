import { aPurchase } from '@solano/domain/contracts';
import { deliveryTimes, forecastJson, readSeries } from '@solano/domain/desk';
import { labelOf, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import type { Session } from '@solano/domain/market';
import { CUSTOMER, type DeviationWorld, PORTFOLIO } from './world.ts';

/** Percentages by session that are bought; negative ones are sold. */
type Shares = Partial<Record<Session, number>>;
/** By session; EUR/MWh, null without a limit. */
type Bids = Partial<
  Record<Session, readonly { readonly price: number | null; readonly mw: number }[]>
>;

interface PurchaseOptions {
  /** Of each item; undefined: no decision. */
  readonly shares?: Shares | undefined;
  /** Of each item, whose expected result the shares are. */
  readonly bids?: Bids;
  readonly step?: number;
  /** MW of each item that the desk corrected. */
  readonly forecast?: readonly number[];
}

type Series = ReturnType<typeof seriesOf>;

/** MW by quarter hour of a day, or by a longer step, as they are submitted. */
export function seriesOf(date: string, megawatts: readonly number[], step = 15) {
  const start = startOfDate(date);
  return megawatts.map((purchase, i) => {
    return { datetime: labelOf(start + (i + 1) * step * MINUTE_MS), purchase };
  });
}

/** What model 3 says of a series. */
export function outputOf(series: Series, shares: Shares, bids?: Bids): string {
  const rows = Object.entries(shares).map(([session, percent]) => {
    const bought = {
      purchase_percentage: Math.max(percent, 0),
      sale_percentage: Math.max(-percent, 0),
    };
    return [session, series.map(({ datetime }) => ({ datetime, ...bought }))] as const;
  });
  const steps = Object.entries(bids ?? {}).map(([session, own]) => {
    return [session, series.map(({ datetime }) => ({ datetime, steps: own }))] as const;
  });
  return JSON.stringify({
    idmodel: 3,
    value: Object.fromEntries(rows),
    ...(bids && { bids: Object.fromEntries(steps) }),
  });
}

/** Submits a series with one output, and decides for it; returns its id. */
export async function submit(
  world: DeviationWorld,
  date: string,
  megawatts: readonly number[],
  { shares, bids, step, forecast }: PurchaseOptions = {},
): Promise<string> {
  const series = seriesOf(date, megawatts, step);
  const { at, entry } = world.change();
  const times = deliveryTimes(readSeries(series));
  const purchase = aPurchase(CUSTOMER.id, { ...PORTFOLIO, ...times, createdAt: at });
  const named = forecast && {
    forecast: forecastJson({
      day: date,
      quantile: 50,
      asOf: world.now.toISOString(),
      items: series.map((item, i) => ({ ...item, purchase: forecast[i] as number })),
      isCorrected: true,
    }),
  };
  await world.purchases.add(purchase, JSON.stringify(series), { entry, ...named });
  if (!shares) return purchase.id;
  await world.purchases.update(purchase.id, () => ({
    status: 'completed',
    error: '',
    updatedAt: at,
    source: 'workflow',
    outputs: [{ idmodel: 3, json: outputOf(series, shares, bids) }],
    entry: world.change().entry,
  }));
  await decide(world, purchase.id, 3);
  return purchase.id;
}

export async function decide(
  world: DeviationWorld,
  id: string,
  idmodel: number | null,
  tooLate?: readonly Session[],
): Promise<void> {
  const late = tooLate && { tooLate };
  const decision = { idmodel, note: '', decidedAt: world.now, decidedBy: 'key k', ...late };
  await world.decisions.add(id, decision, { entry: world.change().entry, deliveries: [] });
}

/** Evaluates model 3 of a purchase: exact MWh by session, and realised EUR. */
export async function evaluate(
  { evaluations, now }: DeviationWorld,
  id: string,
  energy: Readonly<Record<string, string>>,
  [cost, saved]: readonly [cost: string, saved: string],
): Promise<void> {
  const model = { idmodel: 3, cost, saved, energy, worstDecileCost: null, missing: [] };
  const inputs = { markets: [], historyDays: 0, settings: null, software: '' };
  const figures = JSON.stringify({ models: [model], inputs, gates: [], cancelled: [] });
  const at = new Date(0);
  await evaluations.add(id, { figures, prices: '{}', deliveredAt: now.toISOString() }, at);
  const realised = [{ idmodel: 3, cost, saved, foresightSaved: '100/1' }];
  await evaluations.realise(id, at, JSON.stringify(realised), null);
}
