// The workflows as they must not become without `patched`: they ask a new step what the old ones say.
import { proxyActivities } from '@temporalio/workflow';
import type { PurchaseActivities } from '../src/activities.ts';

interface Activities extends PurchaseActivities {
  check(id: string): Promise<boolean>;
}

export async function purchase(id: string): Promise<void> {
  const steps = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });
  if ((await steps.check(id)) && (await steps.begin(id))) await steps.complete(id);
}
