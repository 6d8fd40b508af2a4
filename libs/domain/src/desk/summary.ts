/** The door of what purchases are worth, one by one and together: loaded when it is asked for. */
export { type ListedEvaluation, listEvaluations } from './purchase-evaluation/list-evaluations.ts';
export {
  type PurchaseTableRow,
  purchaseTable,
} from './purchase-evaluation/purchase-table.ts';
export { readEvaluation } from './purchase-evaluation/read-evaluation.ts';
export type { DecidedModels } from './summaries/model-sums.ts';
export { type PurchaseSummary, summarisePurchases } from './summaries/summarise-purchases.ts';
