import { type Clock, dateAt, type Log } from '@solano/domain/kernel';
import type { CurveVersion, SpreadCurveStore } from '@solano/domain/market';
import {
  type AuditLog,
  everyMinute,
  type MessageText,
  type Schedule,
  type Secrets,
  type WebhookStore,
} from '@solano/domain/service';
import { countedModel } from '../decisions/counted-model.ts';
import type { Decision, DecisionStore } from '../decisions/decision.ts';
import { customerInputs } from '../evaluation/customer-inputs.ts';
import { parseEvaluation } from '../evaluation/evaluation.ts';
import type { EvaluationStore, Unrealised } from '../evaluation/evaluation-store.ts';
import { MAX_PRICE_DELAY_MS } from '../evaluation/realised-prices.ts';
import { limitBids } from '../models/limit-bids.ts';
import { isFinal } from '../purchase-evaluation/realise-purchases.ts';
import { advancePlan, type ChangedStage } from './advance.ts';
import { lastDeadline } from './plan-days.ts';
import { type PlanInputDeps, planTask } from './plan-inputs.ts';
import { replannedDeliveries } from './plan-messages.ts';
import type { PlanStore } from './plan-store.ts';

const BATCH_SIZE = 200;
/** No purchase is delivered later. */
const LAST_DELIVERY = new Date('9999-12-31T00:00Z');

export interface RunPlanDeps extends PlanInputDeps {
  readonly plans: PlanStore;
  readonly spreadCurves: Pick<SpreadCurveStore, 'versions'>;
  readonly evaluations: Pick<EvaluationStore, 'get' | 'prices' | 'unrealised'>;
  readonly decisions: Pick<DecisionStore, 'newestInTime'>;
  readonly audit: Pick<AuditLog, 'list'>;
  readonly webhooks: Pick<WebhookStore, 'subscribed'>;
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly messageText: MessageText;
  readonly clock: Clock;
  readonly log: Log;
}

/** Looks every minute for purchases decided for model 7 of which something new is known. */
export function planSchedule(deps: RunPlanDeps): Schedule {
  return { name: 'plans', times: everyMinute(), run: () => runPlans(deps) };
}

/**
 * Goes on with the plans of purchases whose decision that counts is model 7, with a message for each set of
 * bids that is made anew. What is bid and bought is in the store alone: whoever calls it, however often, and
 * however it ends, each set is made once. A purchase whose inputs are those of the last time is passed over.
 * Errors: `store_unavailable`, `engine_unavailable`.
 */
export async function runPlans(deps: RunPlanDeps): Promise<void> {
  // Late prices come for some days.
  const now = deps.clock();
  const from = new Date(now.getTime() - MAX_PRICE_DELAY_MS);
  const curves = await deps.spreadCurves.versions(dateAt(now.getTime()), now);
  const inputs = new InputNames(deps, curves);
  let after: Unrealised | undefined;
  for (;;) {
    const delivered = { from, before: LAST_DELIVERY };
    const page = await deps.evaluations.unrealised(delivered, after, BATCH_SIZE);
    await runPage(deps, inputs, page);
    after = page.at(-1);
    if (page.length < BATCH_SIZE) return;
  }
}

async function runPage(
  deps: RunPlanDeps,
  inputs: InputNames,
  page: readonly Unrealised[],
): Promise<void> {
  const decisions = await deps.decisions.newestInTime(page.map(({ purchaseId }) => purchaseId));
  const decided = page.filter(({ purchaseId }) => {
    return decisions.get(purchaseId)?.idmodel === limitBids.idmodel;
  });
  const known = await deps.plans.computedFrom(decided.map(({ purchaseId }) => purchaseId));
  for (const each of decided) {
    const decision = decisions.get(each.purchaseId) as Decision;
    const computedFrom = await inputs.of(each, decision);
    if (known.get(each.purchaseId) !== computedFrom) {
      await runPlan(deps, each, { decision, computedFrom, curves: inputs.curves });
    }
  }
}

/** Names what plans are computed from; that of a customer is read once. */
class InputNames {
  readonly #deps: RunPlanDeps;
  /** Learned curves of days to come: they are kept after the predictions that they go with. */
  readonly curves: readonly CurveVersion[];
  readonly #newest: string;
  readonly #customers = new Map<string, Promise<string>>();

  constructor(deps: RunPlanDeps, curves: readonly CurveVersion[]) {
    this.#deps = deps;
    this.curves = curves;
    this.#newest = new Date(
      Math.max(0, ...curves.map(({ generatedAt }) => generatedAt.getTime())),
    ).toISOString();
  }

  async of({ customerId, evaluatedAt }: Unrealised, { decidedAt }: Decision): Promise<string> {
    const own = this.#customers.get(customerId) ?? customerInputs(this.#deps, customerId);
    this.#customers.set(customerId, own);
    const deadline = lastDeadline(this.#deps.clock().getTime());
    const instants = [evaluatedAt, decidedAt, new Date(deadline)].map((each) => each.toISOString());
    return JSON.stringify([await own, ...instants, this.#newest]);
  }
}

interface PlanRun {
  readonly decision: Decision;
  readonly computedFrom: string;
  readonly curves: readonly CurveVersion[];
}

async function runPlan(
  deps: RunPlanDeps,
  { purchaseId }: Unrealised,
  { decision, computedFrom, curves }: PlanRun,
): Promise<void> {
  const { plans, log } = deps;
  const plan = await plans.get(purchaseId);
  const after = plan?.revision ?? 0;
  try {
    const now = deps.clock();
    const found = await deps.purchases.readWithSeries(purchaseId);
    const stored = await deps.evaluations.get(purchaseId);
    if (!found || !stored) return;
    const evaluation = { ...parseEvaluation(stored), evaluatedAt: stored.evaluatedAt };
    let changed: readonly ChangedStage[] = [];
    if (countedModel(decision, evaluation) === limitBids.idmodel) {
      const task = await planTask(deps, found, {
        evaluatedAt: stored.evaluatedAt,
        evaluated: evaluation.inputs,
        curves,
        now,
        onFailure: (cause) => log.error({ purchaseId, cause }, 'bids could not be computed'),
      });
      changed = await advancePlan(task, plan?.stages ?? [], now);
    }
    const replanned = changed.filter((each) => each.isReplanned).map(({ stage }) => stage);
    const deliveries = await replannedDeliveries(deps, found, replanned);
    const stages = changed.map(({ stage }) => stage);
    const superseded = changed.flatMap((each) => each.superseded ?? []);
    // Where another process saved meanwhile, the next round goes on from that.
    await plans.save(purchaseId, { after, computedFrom, stages, superseded }, deliveries);
  } catch (err) {
    if (!isFinal(err)) throw err;
    log.error({ purchaseId, err }, 'the plan of a purchase could not be computed');
    await plans.save(purchaseId, { after, computedFrom, stages: [], superseded: [] }, []);
  }
}
