import { isSolanoError, SolanoError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { PriceStore } from '../market/prices.ts';
import { predictedCurve } from '../market/prices.ts';
import { SESSIONS } from '../market/sessions.ts';
import type { StrategyStore } from '../strategies/catalogue.ts';
import { listStrategies } from '../strategies/catalogue.ts';
import { splitPurchase } from '../strategies/split.ts';
import type { Clock } from '../time/clock.ts';
import type { PurchaseCallback } from './callback.ts';
import type { JsonText, Purchase, PurchaseStore } from './purchase.ts';
import { isSettled } from './purchase.ts';
import { readSeries } from './series.ts';
import { updatePurchase } from './update.ts';

/** The durable engine that runs {@link PurchaseSteps} for each purchase. */
export interface PurchaseWorkflow {
  /**
   * Takes a purchase within two seconds, durably. The workflow's id is the purchase's id: a
   * purchase that the engine has, or has finished, is not run again. Errors: `engine_unavailable`.
   */
  submit(purchaseId: string): Promise<void>;
}

/** How long, and how, an engine goes on trying a step that fails for a passing reason. */
export const RETRIES = { firstMs: 1_000, factor: 2, longestMs: 60_000, forMs: 24 * 3_600_000 };

/** Whether a step that failed this way may succeed when it is tried again. */
export function isPassing(error: unknown): boolean {
  return !isSolanoError(error, 'computation_failed') && !isSolanoError(error, 'callback_refused');
}

/** What to say in a purchase's `error` when a step failed for good. */
export function reasonOf(error: unknown): string {
  if (!isPassing(error)) return (error as SolanoError).message;
  return 'The result could not be delivered: the service gave up after 24 hours.';
}

export interface StepDeps {
  readonly purchases: PurchaseStore;
  readonly strategies: StrategyStore;
  readonly prices: PriceStore;
  readonly callback: PurchaseCallback;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The steps that every engine runs: `begin`; when it is true `complete`; when either fails for
 * good `abandon`. Each may be run again after a crash, and takes and gives ids only.
 */
export interface PurchaseSteps {
  /** Tells `in_progress`. False when there is nothing to do: settled already, or no such purchase. */
  begin(purchaseId: string): Promise<boolean>;
  /** Computes the models and tells the result. Errors: see {@link isPassing}. */
  complete(purchaseId: string): Promise<void>;
  /** Tells `failed`, or, where even that is refused, writes it down. */
  abandon(purchaseId: string, reason: string): Promise<void>;
}

export function purchaseSteps(deps: StepDeps): PurchaseSteps {
  return {
    begin: (id) => loud(deps, id, () => begin(deps, id)),
    complete: (id) => loud(deps, id, () => complete(deps, id)),
    abandon: (id, reason) => abandon(deps, id, reason),
  };
}

async function begin(deps: StepDeps, id: string): Promise<boolean> {
  const purchase = await unsettled(deps, id);
  if (!purchase || (await hasRun(deps, id))) return false;
  const outputs = await presentOutputs(deps, id);
  await deps.callback.tell(purchase, { status: 'in_progress', outputs });
  return true;
}

async function complete(deps: StepDeps, id: string): Promise<void> {
  const purchase = await unsettled(deps, id);
  if (!purchase) return;
  const { outputs, error } = await compute(deps, purchase);
  await deps.callback.tell(purchase, { status: 'completed', outputs, error });
}

async function abandon(deps: StepDeps, id: string, reason: string): Promise<void> {
  const purchase = await unsettled(deps, id);
  if (!purchase) return;
  const outputs = await presentOutputs(deps, id);
  try {
    const told = { status: 'failed', outputs, error: reason } as const;
    await loud(deps, id, () => deps.callback.tell(purchase, told));
  } catch (error) {
    if (isPassing(error)) throw error;
    await recordFailure(deps, purchase, reason);
  }
}

/** Runs a step and reports to the operator what no retry will mend. */
async function loud<T>(deps: StepDeps, purchaseId: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (err) {
    if (!isPassing(err)) deps.log.error({ purchase_id: purchaseId, err }, reasonOf(err));
    throw err;
  }
}

async function unsettled(deps: StepDeps, id: string): Promise<Purchase | undefined> {
  const purchase = await deps.purchases.get(id);
  return purchase && !isSettled(purchase) ? purchase : undefined;
}

/** A purchase is run once: a customer who calls a finished one pending does not ask for it again. */
async function hasRun(deps: StepDeps, id: string): Promise<boolean> {
  const history = await deps.purchases.history(id);
  return history.some((change) => change.source === 'workflow' && isSettled(change));
}

async function presentOutputs(deps: StepDeps, id: string): Promise<JsonText> {
  const found = await deps.purchases.read(id);
  return `[${(found?.outputs ?? []).map(({ json }) => json).join(',')}]`;
}

async function compute(
  deps: StepDeps,
  purchase: Purchase,
): Promise<{ outputs: JsonText; error: string }> {
  const series = await deps.purchases.series(purchase.id);
  const settings = await listStrategies(deps.strategies, purchase);
  const items = pure(() => readSeries(JSON.parse(series ?? 'null')));
  const periods = items.map(({ period }) => period);
  const curves = await Promise.all(
    SESSIONS.map(async ({ session, market }) => {
      return [session, await predictedCurve(deps.prices, market, periods)] as const;
    }),
  );
  const submittedAt = purchase.createdAt.getTime();
  return pure(() => {
    const split = splitPurchase({ items, submittedAt, settings, curves: new Map(curves) });
    return { outputs: JSON.stringify(split.outputs), error: split.error };
  });
}

/** Runs pure computation: what it throws once it would throw again. */
function pure<T>(computation: () => T): T {
  try {
    return computation();
  } catch (cause) {
    if (isSolanoError(cause, 'computation_failed')) throw cause;
    const message = 'The strategies could not be computed for this purchase.';
    throw new SolanoError('computation_failed', message, { cause });
  }
}

async function recordFailure(deps: StepDeps, purchase: Purchase, reason: string): Promise<void> {
  const update = { status: 'failed', error: reason, outputs: [], source: 'workflow' } as const;
  try {
    await updatePurchase(deps, { id: purchase.id, user: purchase.user }, update);
  } catch (error) {
    // Removed meanwhile: there is nothing left to tell.
    if (!isSolanoError(error, 'purchase_not_found')) throw error;
  }
}
