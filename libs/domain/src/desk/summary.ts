/** The door of what purchases are worth, one by one and together: loaded when it is asked for. */
export { executedWorths } from './purchase-evaluation/executed-worth.ts';
export { type ListedEvaluation, listEvaluations } from './purchase-evaluation/list-evaluated.ts';
export { readEvaluation } from './purchase-evaluation/read-evaluated.ts';
export { type PurchaseSummary, summarisePurchases } from './purchase-evaluation/summarise.ts';
export type { DecidedModels } from './purchase-evaluation/sums.ts';
export {
  type PurchaseTableRow,
  purchaseTable,
} from './purchase-evaluation/table.ts';
