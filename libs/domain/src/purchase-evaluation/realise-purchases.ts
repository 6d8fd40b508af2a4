import { everyMinute, type Schedule } from '../jobs/schedule.ts';
import type { Log } from '../log.ts';
import { MARKETS, SESSIONS, type Session } from '../markets/sessions.ts';
import type { PriceCurve } from '../prices/price-curve.ts';
import { CurveBuilder, quartersOf } from '../prices/price-curve.ts';
import type { PriceReader, PriceStore } from '../prices/prices.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/submit.ts';
import type { PurchaseSplitter } from '../strategies/split.ts';
import type { SeriesItem } from '../strategies/split-inputs.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS } from '../time/durations.ts';
import { dateAt } from '../time/madrid-day.ts';
import type { PurchaseEvaluation } from './evaluation.ts';
import type { EvaluationStore, Unrealised } from './evaluation-store.ts';

/** After that long, sessions without prices are taken to have none. */
const MAX_PRICE_DELAY_MS = 3 * DAY_MS;
/** Prices that have not come by then are not looked for any more. */
const MAX_AGE_MS = 400 * DAY_MS;
const BATCH_SIZE = 200;

export interface RealiseDeps {
  readonly purchases: Pick<PurchaseStore, 'read' | 'series'>;
  readonly evaluations: EvaluationStore;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly splitter: Pick<PurchaseSplitter, 'realise'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Looks every minute for delivered purchases whose prices have come. */
export function realisedSchedule(deps: RealiseDeps): Schedule {
  return {
    name: 'realised-costs',
    times: everyMinute(),
    run: () => realisePurchases(deps),
  };
}

/**
 * Adds what delivered purchases have cost to their evaluations. One whose prices have not changed
 * since it was looked at is passed over. Errors: `store_unavailable`, `engine_unavailable`.
 */
export async function realisePurchases(deps: RealiseDeps): Promise<void> {
  const now = deps.clock().getTime();
  const delivered = { from: new Date(now - MAX_AGE_MS), before: new Date(now) };
  const revisions = new Map<string, Promise<string>>();
  let after: Unrealised | undefined;
  for (;;) {
    const page = await deps.evaluations.unrealised(delivered, after, BATCH_SIZE);
    for (const each of page) {
      const { customerId } = each;
      const prices = deps.prices.seenBy(customerId);
      const revision = revisions.get(customerId) ?? revisionOf(prices);
      revisions.set(customerId, revision);
      const isLate = each.deliveredAt.getTime() + MAX_PRICE_DELAY_MS < now;
      const from = `${isLate ? 'late ' : ''}${await revision}`;
      if (from !== each.realisedFrom) await realise(deps, each, { prices, from, isLate });
    }
    after = page.at(-1);
    if (page.length < BATCH_SIZE) return;
  }
}

/** Changes with any price that the reader sees. */
async function revisionOf(prices: PriceReader): Promise<string> {
  const all: string[] = [];
  for (const market of MARKETS) all.push(await prices.revision(market));
  return JSON.stringify(all);
}

async function realise(
  deps: RealiseDeps,
  { purchaseId, evaluatedAt }: Unrealised,
  { prices, from, isLate }: { prices: PriceReader; from: string; isLate: boolean },
): Promise<void> {
  const { purchases, evaluations, splitter, log } = deps;
  const found = await purchases.read(purchaseId);
  const stored = await evaluations.get(purchaseId);
  const series = await purchases.series(purchaseId);
  if (!found || !stored || series === undefined) return;
  const { inputs } = JSON.parse(stored.figures) as PurchaseEvaluation;
  try {
    const items = readSeries(JSON.parse(series));
    const { realised, isComplete } = await splitter.realise({
      items,
      submittedAt: found.purchase.createdAt.getTime(),
      outputs: found.outputs.map(({ json }) => json),
      settings: inputs.settings?.models ?? null,
      curves: await realisedCurves(prices, items),
      isLate,
    });
    const state = isComplete ? null : from;
    await evaluations.realise(purchaseId, evaluatedAt, JSON.stringify(realised), state);
  } catch (err) {
    if (!isFinal(err)) throw err;
    log.error({ purchaseId, err }, 'realised costs could not be computed');
    await evaluations.realise(purchaseId, evaluatedAt, stored.realised, null);
  }
}

/** Whether a retry would fail again. */
function isFinal(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return code !== 'store_unavailable' && code !== 'engine_unavailable' && code !== 'overloaded';
}

async function realisedCurves(
  prices: PriceReader,
  items: readonly SeriesItem[],
): Promise<ReadonlyMap<Session, PriceCurve>> {
  const quarters = items.flatMap(({ period }) => [...quartersOf(period)]);
  const [first, last] = quarters.reduce(
    ([min, max], end) => [Math.min(min, end), Math.max(max, end)],
    [Infinity, -Infinity],
  );
  const curves = new Map<Session, PriceCurve>();
  for (const { session, market } of SESSIONS) {
    const builder = new CurveBuilder(quarters);
    for await (const day of prices.realised(market, dateAt(first - 1), dateAt(last - 1))) {
      builder.addOlder(day);
    }
    curves.set(session, builder.curve);
  }
  return curves;
}
