// The workflow as it must not become without `patched`: it takes a new step after the old ones.
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import { purchase as unchanged } from './purchase.ts';

interface Activities {
  check(id: string): Promise<void>;
}

export async function purchase(...args: Parameters<typeof unchanged>): Promise<void> {
  const steps = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });
  try {
    await unchanged(...args);
  } finally {
    await CancellationScope.nonCancellable(() => steps.check(args[0]));
  }
}
