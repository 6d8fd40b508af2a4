// The workflows as they must not become without `patched`: they ask a new step what the old ones say.
import { proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities, PurchaseActivities } from './activities.ts';

interface Activities extends PurchaseActivities, DeliveryActivities {
  check(id: string): Promise<boolean>;
}

export async function purchase(id: string): Promise<void> {
  const steps = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });
  if ((await steps.check(id)) && (await steps.begin(id))) await steps.complete(id);
}

export async function delivery(id: string): Promise<void> {
  const steps = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });
  if (await steps.check(id)) await steps.send(id);
}
