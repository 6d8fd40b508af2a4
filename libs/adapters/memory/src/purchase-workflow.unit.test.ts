import type { PurchaseSteps } from '@solano/domain';
import { isSolanoError, RETRIES, reasonOf } from '@solano/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryPurchaseWorkflow } from './index.ts';

const away = new Error('The service does not answer.');
const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };

const deliveries = { async send() {}, async abandon() {} };

function opened(steps: PurchaseSteps, mostStepsAtOnce = 16): MemoryPurchaseWorkflow {
  return new MemoryPurchaseWorkflow({ steps, deliveries, log, mostStepsAtOnce });
}

function stepsWith(steps: Partial<PurchaseSteps>) {
  const abandon = vi.fn<PurchaseSteps['abandon']>(async () => {});
  return { begin: async () => true, complete: async () => {}, abandon, ...steps };
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a step that goes on failing', () => {
  test('is given up after the time for retries', async () => {
    const steps = stepsWith({ begin: () => Promise.reject(away) });
    await using workflow = opened(steps);
    await workflow.submit('p1');
    await vi.advanceTimersByTimeAsync(RETRIES.forMs - 1);
    expect(steps.abandon).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(RETRIES.longestMs);
    expect(steps.abandon).toHaveBeenCalledExactlyOnceWith('p1', reasonOf(away), 1);
  });

  test('is logged where it is abandon', async () => {
    const failing = () => Promise.reject(away);
    const steps = stepsWith({ begin: failing, abandon: failing });
    await using workflow = opened(steps);
    await workflow.submit('p1');
    await vi.advanceTimersByTimeAsync(2 * (RETRIES.forMs + RETRIES.longestMs));
    const fields = { purchase_id: 'p1', err: away };
    expect(log.error).toHaveBeenCalledExactlyOnceWith(fields, expect.any(String));
  });
});

describe('closing', () => {
  test('ends what waits for a retry and takes no more', async () => {
    const begin = vi.fn<PurchaseSteps['begin']>(() => Promise.reject(away));
    const steps = stepsWith({ begin });
    const workflow = opened(steps);
    await workflow.submit('p1');
    await vi.advanceTimersByTimeAsync(1);
    await workflow.close();
    expect(vi.getTimerCount()).toBe(0);
    for (const asked of [workflow.submit('p2'), workflow.deliver('d1'), workflow.check()]) {
      const refused = asked.catch((error: unknown) => error);
      expect(isSolanoError(await refused, 'engine_unavailable')).toBe(true);
    }
    expect(begin).toHaveBeenCalledOnce();
    expect(steps.abandon).not.toHaveBeenCalled();
  });

  test('waits for the steps that run and starts no other', async () => {
    const released = Promise.withResolvers<boolean>();
    const begin = vi.fn<PurchaseSteps['begin']>(() => released.promise);
    const complete = vi.fn<PurchaseSteps['complete']>(async () => {});
    const workflow = opened(stepsWith({ begin, complete }), 1);
    await workflow.submit('p1');
    await workflow.submit('p2');
    let closed = false;
    const closing = workflow.close().then(() => {
      closed = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(closed).toBe(false);
    released.resolve(true);
    await closing;
    expect(begin).toHaveBeenCalledExactlyOnceWith('p1', 1);
    expect(complete).not.toHaveBeenCalled();
  });
});

test('a step that fails while the engine closes is not tried again', async () => {
  const released = Promise.withResolvers<boolean>();
  const steps = stepsWith({ begin: vi.fn<PurchaseSteps['begin']>(() => released.promise) });
  const workflow = opened(steps);
  await workflow.submit('p1');
  await vi.advanceTimersByTimeAsync(1);
  const closing = workflow.close();
  released.reject(away);
  await closing;
  expect(steps.begin).toHaveBeenCalledOnce();
  expect(steps.abandon).not.toHaveBeenCalled();
});

test('no more steps run at once than are allowed', async () => {
  let running = 0;
  let most = 0;
  const begin = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 10));
    running -= 1;
    return false;
  };
  await using workflow = opened(stepsWith({ begin }), 3);
  for (let i = 0; i < 20; i += 1) await workflow.submit(`p${i}`);
  await vi.advanceTimersByTimeAsync(1_000);
  expect({ most, running }).toEqual({ most: 3, running: 0 });
});
