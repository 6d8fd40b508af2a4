import { SolanoError } from '@solano/domain/kernel';
import { advance, attemptsWithin, type Job } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { dispatchTask } from './dispatch.ts';
import type { Purchase, PurchaseStatus } from './purchase.ts';
import { purchaseTask } from './workflow.ts';

const away = new SolanoError('engine_unavailable', 'Away.');
const final = new SolanoError('computation_failed', 'It cannot be computed.');

function aJob(fields: Partial<Job> = {}): Job {
  const fresh = { step: '', reason: '', attempt: 1 };
  return { kind: 'purchase', subject: 'p1', lane: 'c1', ...fresh, ...fields };
}

function keptLog() {
  const logged: [level: string, fields: object, message: string][] = [];
  const at = (level: string) => (fields: object, message: string) => {
    logged.push([level, fields, message]);
  };
  return { logged, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}

describe('carrying a purchase out', () => {
  function setUp(begins = true) {
    const called: string[] = [];
    const { logged, log } = keptLog();
    const steps = {
      async begin(id: string, attempt: number) {
        called.push(`begin ${id} ${attempt}`);
        return begins;
      },
      complete: async (id: string, attempt: number) =>
        void called.push(`complete ${id} ${attempt}`),
      abandon: async (id: string, reason: string, attempt: number) =>
        void called.push(`abandon ${id} ${attempt}: ${reason}`),
    };
    return { called, logged, task: purchaseTask(steps, { log }) };
  }

  test('a purchase’s task begins, and completes where there is something to do', async () => {
    const { task, called } = setUp();
    expect(await task.step(aJob({ attempt: 2 }))).toEqual({
      step: 'complete',
      isSameTurn: true,
    });
    expect(await task.step(aJob({ step: 'complete', attempt: 3 }))).toBeUndefined();
    expect(called).toEqual(['begin p1 2', 'complete p1 3']);
    expect(await setUp(false).task.step(aJob())).toBeUndefined();
  });

  test('a purchase that another engine had begun is begun', async () => {
    const { task, called } = setUp();
    await task.step(aJob({ step: 'started' }));
    expect(called).toEqual(['begin p1 1']);
  });

  test('a purchase that has failed permanently is abandoned, with the reason', async () => {
    const { task, called } = setUp();
    for (const step of ['', 'complete']) {
      const next = task.giveUp(aJob({ step }), final);
      expect(next).toEqual({ step: 'abandon', reason: 'It cannot be computed.' });
    }
    await task.step(aJob({ step: 'abandon', reason: 'Why.' }));
    expect(called).toEqual(['abandon p1 1: Why.']);
  });

  test('abandoning is retried without end, except for final errors', () => {
    const { task, logged } = setUp();
    const job = aJob({ step: 'abandon', reason: 'Why.' });
    expect(task.giveUp(job, away)).toEqual({ step: 'abandon', reason: 'Why.' });
    expect(logged).toEqual([]);
    expect(task.giveUp(job, final)).toBeUndefined();
    const fields = { purchaseId: 'p1', err: final };
    expect(logged).toEqual([['error', fields, 'purchase could not be settled']]);
  });
});

describe('dispatching a purchase', () => {
  function setUp(
    status: PurchaseStatus | 'gone',
    { failing = false, wasSettled = false }: { failing?: boolean; wasSettled?: boolean } = {},
  ) {
    const started: string[] = [];
    const { logged, log } = keptLog();
    const workflow = {
      async start(id: string) {
        if (failing) throw away;
        started.push(id);
      },
    };
    const purchase = { id: 'p1', requestId: 'order-7', status, wasSettled } as Purchase;
    const purchases = { get: async () => (status === 'gone' ? undefined : purchase) };
    return { started, logged, task: dispatchTask({ purchases, workflow, log }) };
  }

  test.each(['pending', 'in_progress'] as const)(
    'dispatching starts a purchase that is %s, and checks it again within a minute',
    async (status) => {
      const { task, started, logged } = setUp(status);
      const next = await task.step(aJob());
      expect(next).toMatchObject({ step: 'started', due: { afterMs: expect.any(Number) } });
      expect(task.maxDelayMs).toBeLessThan(60_000);
      expect(await task.step(aJob({ step: 'started' }))).toEqual(next);
      expect([started, logged]).toEqual([['p1', 'p1'], []]);
    },
  );

  test.each(['completed', 'failed', 'gone'] as const)(
    'dispatching leaves a purchase alone that is %s',
    async (status) => {
      const { task, started } = setUp(status);
      expect(await task.step(aJob())).toBeUndefined();
      expect(started).toEqual([]);
    },
  );

  test('dispatching leaves a purchase alone that has been run, and that its customer calls pending', async () => {
    const { task, started } = setUp('pending', { wasSettled: true });
    expect(await task.step(aJob())).toBeUndefined();
    expect(started).toEqual([]);
  });

  test('dispatching warns once where the engine does not accept a purchase, and continues without end', async () => {
    const { task, logged } = setUp('pending', { failing: true });
    await expect(task.step(aJob())).rejects.toBe(away);
    await expect(task.step(aJob({ attempt: 2 }))).rejects.toBe(away);
    await expect(task.step(aJob({ step: 'started' }))).rejects.toBe(away);
    const fields = { purchaseId: 'p1', requestId: 'order-7', err: away };
    expect(logged).toEqual([['warn', fields, 'the workflow engine did not accept the purchase']]);
    const late = aJob({ attempt: attemptsWithin(task.retries, 30 * 24 * 3_600_000) });
    expect(advance(task, late, { error: away })).toMatchObject({ due: { afterMs: 15_000 } });
  });
});
