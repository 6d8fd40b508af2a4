/** The door of what purchases are worth together: loaded when it is asked for. */
export {
  type PurchaseSummary,
  type SummariseDeps,
  summarisePurchases,
} from './purchase-evaluation/summarise.ts';
export type { DecidedModels } from './purchase-evaluation/sums.ts';
