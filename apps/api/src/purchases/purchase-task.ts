import {
  directUpdates,
  dispatchTask,
  type PurchaseWorkflow,
  purchaseSteps,
  purchaseTask,
  type StepDeps,
} from '@solano/domain/desk/jobs';
import type { Task } from '@solano/domain/service';

export interface PurchaseTaskDeps extends StepDeps {
  /** The engine that computes purchases; undefined: this process does. */
  readonly dispatch: PurchaseWorkflow | undefined;
}

/** Computes purchases, or dispatches them to the engine that does. */
export function openPurchaseTask(deps: PurchaseTaskDeps): Task {
  const { dispatch: workflow, purchases, log } = deps;
  if (workflow) return dispatchTask({ purchases, workflow, log });
  return purchaseTask(purchaseSteps(deps, directUpdates(deps)), { log });
}
