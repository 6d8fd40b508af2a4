import { MARKETS, type PriceStore } from '@solano/domain/market';
import type { AuditLog } from '@solano/domain/service';

interface CustomerInputsDeps {
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly audit: Pick<AuditLog, 'list'>;
}

/**
 * Names the state of what a customer's purchases are computed from: another name where prices or predictions that
 * the customer sees have changed, or by the audit log anything of the customer's, such as trades and decisions.
 */
export async function customerInputs(
  { prices, audit }: CustomerInputsDeps,
  customerId: string,
): Promise<string> {
  const seen = prices.seenBy(customerId);
  const revisions: string[] = [];
  for (const market of MARKETS) revisions.push(await seen.revision(market));
  const [newest] = await audit.list({ customerId, limit: 1 });
  const change = newest && [newest.at.toISOString(), newest.action, newest.subject];
  return JSON.stringify([revisions, change ?? null]);
}
