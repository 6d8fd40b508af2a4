// The workflows as they must not become without `patched`: they take a new step after the old ones.
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import { purchase as unchangedPurchase } from '../src/workflows.ts';

interface Activities {
  check(id: string): Promise<void>;
}

export function purchase(...args: Parameters<typeof unchangedPurchase>): Promise<void> {
  return thenCheck(args[0], unchangedPurchase(...args));
}

async function thenCheck(id: string, unchanged: Promise<void>): Promise<void> {
  const steps = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });
  try {
    await unchanged;
  } finally {
    await CancellationScope.nonCancellable(() => steps.check(id));
  }
}
