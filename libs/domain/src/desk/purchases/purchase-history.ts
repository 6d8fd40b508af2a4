import type { Decision, DecisionStore } from '../decisions/decision.ts';
import type { PurchaseStore, StatusChange } from './purchase.ts';
import { findPurchase, type PurchaseAddress } from './update-purchase.ts';

/** The history of a purchase, in the order of time. */
export type PurchaseEvent =
  | ({ readonly type: 'status' } & StatusChange)
  | ({ readonly type: 'decision'; readonly at: Date } & Omit<Decision, 'decidedAt'>);

/** The status changes of a purchase and the decisions on it. Errors: as {@link findPurchase}. */
export async function purchaseHistory(
  { purchases, decisions }: { purchases: PurchaseStore; decisions: DecisionStore },
  address: PurchaseAddress,
): Promise<PurchaseEvent[]> {
  const { id } = await findPurchase(purchases, address);
  const changes = await purchases.history(id);
  const made = await decisions.list(id);
  const events: PurchaseEvent[] = [
    ...changes.map((change) => ({ type: 'status' as const, ...change })),
    ...made.map(({ decidedAt: at, ...rest }) => ({ type: 'decision' as const, at, ...rest })),
  ];
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The submitted array as it was sent. Errors: as {@link findPurchase}. */
export async function submittedSeries(
  purchases: PurchaseStore,
  address: PurchaseAddress,
): Promise<string> {
  const { id } = await findPurchase(purchases, address);
  return (await purchases.series(id)) ?? '[]';
}
