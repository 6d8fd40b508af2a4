/** The door of what jobs do with purchases and backtests: the service loads it once it listens. */
export { type BacktestRunner, backtestTask } from './backtests/backtest-job.ts';
export { deviationSchedule } from './deviation/publish-deviations.ts';
export { gateClosingSchedule, notifyGatesClosing } from './gate-closing/gate-closing.ts';
export { planSchedule } from './plan/run-plans.ts';
export { realisedSchedule } from './purchase-evaluation/realise-purchases.ts';
export { dispatchTask, type PurchaseWorkflow } from './purchases/dispatch.ts';
export { fillDeliveryTimes } from './purchases/fill-delivery-times.ts';
export {
  directUpdates,
  type PurchaseReport,
  type PurchaseUpdates,
  type ReportedPurchase,
} from './purchases/purchase-reports.ts';
export { rerunFailed } from './purchases/rerun.ts';
export { resubmitPurchases } from './purchases/resubmit.ts';
export {
  type PurchaseSteps,
  purchaseJob,
  purchaseSteps,
  purchaseTask,
  reasonOf,
  type StepDeps,
} from './purchases/workflow.ts';
export { yearBacktestSchedule } from './recommendation/year-backtest.ts';
export { summarySchedule } from './summaries/refresh-summaries.ts';
