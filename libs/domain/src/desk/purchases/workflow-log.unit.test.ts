import { SolanoError } from '@solano/domain/kernel';
import { NOW, setUp } from '@solano/domain/test/purchase-steps';
import { describe, expect, test } from 'vitest';
import type { PurchaseSteps } from './workflow.ts';

const BOTH = { purchaseId: 'p1', requestId: 'order-7' };

const rejected = () => new SolanoError('report_rejected', 'The callback was rejected: 422.');
const away = () => new SolanoError('report_unavailable', 'The callback was not answered.');
const down = () => new SolanoError('store_unavailable', 'The database is unavailable.');

/** What a step is rejected with, undefined if it works. */
function failureOf(step: Promise<unknown>): Promise<unknown> {
  return step.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each<[string, (steps: PurchaseSteps, attempt: number) => Promise<unknown>]>([
  ['begin', (steps, attempt) => steps.begin('p1', attempt)],
  ['complete', (steps, attempt) => steps.complete('p1', attempt)],
  ['abandon', (steps, attempt) => steps.abandon('p1', 'No luck.', attempt)],
])('the log of %s', (name, run) => {
  test('the log is empty where a step works', async () => {
    const { steps, logged } = setUp();
    await run(steps, 1);
    expect(logged).toEqual([]);
  });

  test('the log is one warning where no API responds, at the first attempt', async () => {
    const { steps, logged } = setUp({ rejection: away });
    for (const attempt of [1, 2, 3]) expect(await failureOf(run(steps, attempt))).toEqual(away());
    expect(logged).toEqual([['warn', { ...BOTH, err: away() }, 'a step will be retried']]);
  });

  test('the log is empty where only a later attempt fails', async () => {
    const { steps, logged } = setUp({ rejection: away });
    expect(await failureOf(run(steps, 2))).toEqual(away());
    expect(logged).toEqual([]);
  });

  test.each([1, 2])(
    'the log is an error where the callback is rejected, at attempt %d',
    async (attempt) => {
      const { steps, logged } = setUp({ rejection: rejected });
      const written = name === 'abandon';
      expect(await failureOf(run(steps, attempt))).toEqual(written ? undefined : rejected());
      expect(logged).toEqual([['error', { ...BOTH, err: rejected() }, rejected().message]]);
    },
  );

  test('the log has no request where none is known', async () => {
    const { steps, logged } = setUp({ rejection: away, requestId: null });
    await failureOf(run(steps, 1));
    expect(logged.map(([, fields]) => fields)).toEqual([{ purchaseId: 'p1', err: away() }]);
  });

  test('the log has the id alone where the purchase could not be read', async () => {
    const fail = () => Promise.reject(down());
    const { steps, logged } = setUp({
      purchases: { readWithSeries: fail, read: fail },
    });
    expect(await failureOf(run(steps, 1))).toEqual(down());
    const fields = { purchaseId: 'p1', err: down() };
    expect(logged).toEqual([['warn', fields, 'a step will be retried']]);
  });
});

test('a misconfiguration is an error, whatever the attempt, at most once a minute', async () => {
  let now = NOW.getTime();
  const check = () => new SolanoError('report_misconfigured', 'It answered 401: check the clocks.');
  const { steps, logged } = setUp({ rejection: check, clock: () => new Date(now) });
  const error = ['error', { ...BOTH, err: check() }, check().message];
  const warning = ['warn', { ...BOTH, err: check() }, 'a step will be retried'];
  await failureOf(steps.begin('p1', 7));
  now += 59_999;
  await failureOf(steps.begin('p1', 8));
  await failureOf(steps.begin('p1', 1));
  now += 1;
  await failureOf(steps.begin('p1', 9));
  expect(logged).toEqual([error, warning, error]);
});

test('a failure that can neither be reported nor recorded is logged with its cause, and retried', async () => {
  const { steps, logged } = setUp({
    rejection: rejected,
    purchases: { update: () => Promise.reject(down()) },
  });
  expect(await failureOf(steps.abandon('p1', 'No luck.', 1))).toEqual(down());
  expect(logged).toEqual([
    ['error', { ...BOTH, err: rejected() }, rejected().message],
    ['warn', { ...BOTH, err: down() }, 'a step will be retried'],
  ]);
});
