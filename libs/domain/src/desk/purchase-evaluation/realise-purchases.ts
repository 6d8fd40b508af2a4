import {
  type Clock,
  DAY_MS,
  type DayRange,
  dateAfter,
  dateAt,
  type Log,
} from '@solano/domain/kernel';
import { MARKETS, type PriceReader, type PriceStore } from '@solano/domain/market';
import { everyMinute, type Schedule } from '@solano/domain/service';
import type { PurchaseEvaluation } from '../evaluation/evaluation.ts';
import type { EvaluationStore, Unrealised } from '../evaluation/evaluation-store.ts';
import {
  MAX_PRICE_DELAY_MS,
  NEAR_DAYS,
  pricesOfItems,
  realisedInMemory,
} from '../evaluation/realised-prices.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import type { PurchaseSplitter } from '../purchases/purchase-splitter.ts';
import { readSeries } from '../purchases/series.ts';

/**
 * Purchases delivered since are checked in every round: then they are late, and nearly all
 * complete.
 */
const RECENT_MS = MAX_PRICE_DELAY_MS + DAY_MS;
/** Maximum older purchases checked in one round. */
const MAX_OLDER = 1_000;
const BATCH_SIZE = 200;
/** Prices of that long are in memory at a time: some megabytes. */
const WINDOW_MS = 60 * DAY_MS;
/** No purchase is delivered earlier. */
const FIRST_DELIVERY = new Date('0001-01-01T00:00Z');
/** Names the rules of the figures: what an earlier release left open is computed again. */
const METHOD = 'moved';

export interface RealiseDeps {
  readonly purchases: Pick<PurchaseStore, 'read' | 'series'>;
  readonly evaluations: EvaluationStore;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly splitter: Pick<PurchaseSplitter, 'realise'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Position of the walk over purchases that were delivered long ago. */
export interface OlderPurchases {
  after: Unrealised | undefined;
}

/** Looks every minute for delivered purchases whose prices have come. */
export function realisedSchedule(deps: RealiseDeps): Schedule {
  const older: OlderPurchases = { after: undefined };
  return {
    name: 'realised-costs',
    times: everyMinute(),
    run: () => realisePurchases(deps, older),
  };
}

/**
 * Adds what delivered purchases have cost to their evaluations. One whose prices have not changed
 * since it was looked at is passed over. Errors: `store_unavailable`, `engine_unavailable`.
 *
 * @param older of those delivered days ago each round looks at some, one round after the other.
 */
export async function realisePurchases(deps: RealiseDeps, older: OlderPurchases): Promise<void> {
  const now = deps.clock();
  const recent = new Date(now.getTime() - RECENT_MS);
  const realiseAll = realiseInTurn(deps, now);
  let after: Unrealised | undefined;
  do {
    const delivered = { from: recent, before: now };
    const page = await deps.evaluations.unrealised(delivered, after, BATCH_SIZE);
    await realiseAll(page);
    after = page.length < BATCH_SIZE ? undefined : page.at(-1);
  } while (after);
  for (let looked = 0; looked < MAX_OLDER; looked += BATCH_SIZE) {
    const delivered = { from: FIRST_DELIVERY, before: recent };
    const page = await deps.evaluations.unrealised(delivered, older.after, BATCH_SIZE);
    await realiseAll(page);
    older.after = page.length < BATCH_SIZE ? undefined : page.at(-1);
    if (!older.after) return;
  }
}

/** Realises purchases whose prices have changed; a customer's prices are read once for some weeks. */
function realiseInTurn(deps: RealiseDeps, now: Date) {
  const revisions = new Map<string, Promise<string>>();
  return async (page: readonly Unrealised[]) => {
    for (const [customerId, own] of Map.groupBy(page, (each) => each.customerId)) {
      const prices = deps.prices.seenBy(customerId);
      const revision = revisions.get(customerId) ?? revisionOf(prices);
      revisions.set(customerId, revision);
      const names = await revision;
      const due = own.flatMap((each) => {
        const isLate = each.deliveredAt.getTime() + MAX_PRICE_DELAY_MS < now.getTime();
        const from = `${METHOD} ${isLate ? 'late ' : ''}${names}`;
        return from === each.realisedFrom ? [] : { each, from, isLate };
      });
      for (const near of inWeeks(due)) {
        const known = await realisedInMemory(prices, daysNear(near));
        for (const { each, from, isLate } of near)
          await realise(deps, each, { prices: known, from, isLate });
      }
    }
  };
}

interface Delivered {
  readonly each: Pick<Unrealised, 'deliveredAt'>;
}

/** Groups of those that were delivered within some weeks, in their order. */
function inWeeks<T extends Delivered>(due: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const one of due) {
    const group = groups.at(-1);
    const first = group?.[0]?.each.deliveredAt.getTime() ?? -Infinity;
    if (one.each.deliveredAt.getTime() - first < WINDOW_MS) group?.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** The days by which purchases of one day each are realised, from the first delivered to the last. */
function daysNear(delivered: readonly Delivered[]): DayRange {
  const [first, last] = [delivered[0], delivered.at(-1)].map((one) => {
    return dateAt((one as Delivered).each.deliveredAt.getTime() - 1);
  }) as [string, string];
  return { from: dateAfter(first, -NEAR_DAYS), to: dateAfter(last, NEAR_DAYS) };
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
  {
    prices,
    from,
    isLate,
  }: { prices: Pick<PriceReader, 'realised'>; from: string; isLate: boolean },
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
      ...(await pricesOfItems(prices, items)),
      isLate,
      rules: inputs.rules ?? null,
    });
    const state = isComplete ? null : from;
    await evaluations.realise(purchaseId, evaluatedAt, JSON.stringify(realised), state);
  } catch (err) {
    if (!isFinal(err)) throw err;
    log.error({ purchaseId, err }, 'realised costs could not be computed');
    await evaluations.realise(purchaseId, evaluatedAt, stored.realised, null);
  }
}

const TRANSIENT: readonly unknown[] = [
  'store_unavailable',
  'store_full',
  'engine_unavailable',
  'overloaded',
];

/** Whether a retry would fail again. */
export function isFinal(error: unknown): boolean {
  return !TRANSIENT.includes((error as { readonly code?: unknown } | null)?.code);
}
