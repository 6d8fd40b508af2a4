import {
  type Clock,
  isSolanoError,
  type Log,
  MINUTE_MS,
  type SolanoError,
} from '@solano/domain/kernel';
import { isTransient, type NewJob, PURCHASE_JOB, RETRIES, type Task } from '@solano/domain/service';
import type { PurchaseInputs } from './inputs.ts';
import type { Purchase, PurchaseWithOutputs, PurchaseWithSeries } from './purchase.ts';
import { isOver, purchaseFields } from './purchase.ts';
import { directUpdates, type PurchaseReport, type PurchaseUpdates } from './purchase-reports.ts';
import type { PurchaseSplitter } from './purchase-splitter.ts';
import type { UpdateDeps } from './update-purchase.ts';

/** Each computes for a moment, then waits for the database. */
const STEP_CONCURRENCY = 4;

/** The job that comes with each purchase. Customers take turns. */
export function purchaseJob({ id, customerId }: Pick<Purchase, 'id' | 'customerId'>): NewJob {
  return { kind: PURCHASE_JOB, subject: id, lane: customerId };
}

/** Carries purchases out in this process: begin, complete, and where one of them fails, abandon. */
export function purchaseTask(
  steps: PurchaseSteps,
  { log, retries = RETRIES }: { readonly log: Log; readonly retries?: typeof RETRIES },
): Task {
  return {
    kind: PURCHASE_JOB,
    concurrency: STEP_CONCURRENCY,
    retries,
    maxDelayMs: retries.longestMs,
    async step({ subject, step, reason, attempt }) {
      if (step === 'abandon') await steps.abandon(subject, reason, attempt);
      else if (step === 'complete') await steps.complete(subject, attempt);
      else if (await steps.begin(subject, attempt)) return { step: 'complete', isSameTurn: true };
      return undefined;
    },
    giveUp({ subject, step, reason }, err) {
      if (step !== 'abandon') return { step: 'abandon', reason: reasonOf(err) };
      // Nothing comes after this step, so it is retried for ever: no purchase stays unsettled.
      if (isTransient(err)) return { step, reason };
      log.error({ purchaseId: subject, err }, 'purchase could not be settled');
      return undefined;
    },
  };
}

/** The text of a purchase's `error` when a step failed for good. */
export function reasonOf(error: unknown): string {
  if (!isTransient(error)) return (error as SolanoError).message;
  const time = isSolanoError(error, 'report_misconfigured') ? '15 minutes' : '24 hours';
  return `The result could not be delivered: the service gave up after ${time}.`;
}

export interface StepDeps extends UpdateDeps {
  readonly inputs: PurchaseInputs;
  readonly splitter: Pick<PurchaseSplitter, 'split'>;
  readonly log: Log;
}

/**
 * The steps that every engine runs: `begin`; when it is true `complete`; when either fails for
 * good `abandon`. Each may be repeated after a crash, and exchanges ids only. An engine says
 * which try of the step it is, counting from 1: the first that fails for a transient reason is logged.
 */
export interface PurchaseSteps {
  /** Reports `in_progress`. False when there is nothing to do: settled already, or no such purchase. */
  begin(purchaseId: string, attempt: number): Promise<boolean>;
  /** Computes the models and reports the result. Errors: see {@link isTransient}. */
  complete(purchaseId: string, attempt: number): Promise<void>;
  /** Reports `failed`, or, where even that is rejected, records it. */
  abandon(purchaseId: string, reason: string, attempt: number): Promise<void>;
}

interface RunDeps extends StepDeps {
  readonly updates: PurchaseUpdates;
  readonly shouldLog: (text: string) => boolean;
}

/** @param updates receives what the steps report. */
export function purchaseSteps(ports: StepDeps, updates: PurchaseUpdates): PurchaseSteps {
  const deps = { ...ports, updates, shouldLog: oncePerMinute(ports.clock) };
  const withOutputs = (id: string) => deps.purchases.read(id);
  const withSeries = (id: string) => deps.purchases.readWithSeries(id);
  return {
    async begin(id, attempt) {
      const continues = await runStep(deps, id, attempt, withOutputs, (found) =>
        begin(deps, found),
      );
      return continues ?? false;
    },
    complete: (id, attempt) =>
      runStep(deps, id, attempt, withSeries, (found) => complete(deps, found)),
    abandon: (id, reason, attempt) =>
      runStep(deps, id, attempt, withOutputs, (found) => abandon(deps, found, reason)),
  };
}

/**
 * Runs a step of a purchase; undefined if there is none that is unsettled. Logs failures.
 *
 * @param read reads what the step needs of the purchase.
 */
async function runStep<Found extends { readonly purchase: Purchase }, T>(
  deps: RunDeps,
  id: string,
  attempt: number,
  read: (id: string) => Promise<Found | undefined>,
  step: (found: Found) => Promise<T>,
): Promise<T | undefined> {
  let fields: object = { purchaseId: id };
  try {
    const found = await read(id);
    if (!found || isOver(found.purchase)) return undefined;
    fields = purchaseFields(found.purchase);
    return await step(found);
  } catch (err) {
    logFailure(deps, { ...fields, err }, err, attempt);
    throw err;
  }
}

/**
 * Logs a failed step for the operator: a transient failure at the first attempt, what looks like a
 * configuration at most once a minute, as it fails every purchase alike.
 */
function logFailure(deps: RunDeps, fields: object, error: unknown, attempt: number): void {
  const isMisconfigured = isSolanoError(error, 'report_misconfigured');
  if (!isTransient(error)) deps.log.error(fields, reasonOf(error));
  else if (isMisconfigured && deps.shouldLog(error.message)) deps.log.error(fields, error.message);
  else if (attempt === 1) deps.log.warn(fields, 'a step will be retried');
}

/** Whether a text has not been asked about in the last minute. */
function oncePerMinute(clock: Clock): (text: string) => boolean {
  const lastAt = new Map<string, number>();
  return (text) => {
    const now = clock().getTime();
    if (now - (lastAt.get(text) ?? -Infinity) < MINUTE_MS) return false;
    lastAt.set(text, now);
    return true;
  };
}

async function begin(deps: RunDeps, { purchase, outputs }: PurchaseWithOutputs): Promise<boolean> {
  // An earlier attempt has reported it.
  if (purchase.status === 'in_progress') return true;
  return report(deps.updates, purchase, { status: 'in_progress', outputs });
}

async function complete(deps: RunDeps, found: PurchaseWithSeries): Promise<void> {
  const { purchase } = found;
  const task = await deps.inputs.of(found);
  const { outputs, evaluation, error, failures } = await deps.splitter.split(task);
  for (const failure of failures) {
    const fields = { ...purchaseFields(purchase), ...failure };
    deps.log.error(fields, 'a strategy model could not be computed');
  }
  await report(deps.updates, purchase, { status: 'completed', outputs, error, evaluation });
}

async function abandon(
  deps: RunDeps,
  { purchase, outputs }: PurchaseWithOutputs,
  reason: string,
): Promise<void> {
  const failed = { status: 'failed', outputs, error: reason } as const;
  try {
    await report(deps.updates, purchase, failed);
  } catch (err) {
    const isMisconfigured = isSolanoError(err, 'report_misconfigured');
    if (isTransient(err) && !isMisconfigured) throw err;
    const message = isMisconfigured ? err.message : reasonOf(err);
    deps.log.error({ ...purchaseFields(purchase), err }, message);
    await report(directUpdates(deps), purchase, failed);
  }
}

/** False where the purchase was removed: nothing is left to do. */
async function report(
  updates: PurchaseUpdates,
  purchase: Purchase,
  made: PurchaseReport,
): Promise<boolean> {
  try {
    await updates.report(purchase, made);
    return true;
  } catch (error) {
    if (!isSolanoError(error, 'purchase_not_found')) throw error;
    return false;
  }
}
