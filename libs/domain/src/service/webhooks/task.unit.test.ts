import { OPEN_CIPHER, SOURCE } from '@solano/domain/contracts';
import { MemoryDatabase, MemoryWebhookStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { deliverySteps } from './deliver.ts';
import { releaseWebhooks, webhookHold } from './hold.ts';
import { OutboundCalls } from './outbound-calls.ts';
import { messageJob, messageTask } from './task.ts';

const START = new Date('2026-11-22T10:00:00Z');

/** A message that waits for its first attempt, in a service that was restored. */
function restored() {
  let now = START.getTime();
  const clock = () => new Date(now);
  const database = new MemoryDatabase();
  const webhooks = new MemoryWebhookStore(database);
  database.webhooks.set('w1', {
    id: 'w1',
    customerId: 'c1',
    url: 'https://customer.example/hook',
    events: ['purchase.completed'],
    secret: 'whsec_AAAA',
    createdAt: START,
    disabledAt: null,
    gateClosingMinutes: 60,
  });
  database.deliveries.set('d1', {
    id: 'd1',
    webhookId: 'w1',
    purchaseId: 'p1',
    event: 'purchase.completed',
    body: '{}',
    createdAt: START,
    status: 'pending',
    settledAt: null,
    error: '',
  });
  const sent: string[] = [];
  const sender = { send: async (_: unknown, { id }: { id: string }) => void sent.push(id) };
  const log = { info() {}, warn() {}, error() {} };
  const calls = new OutboundCalls();
  const steps = deliverySteps({ webhooks, sender, cipher: OPEN_CIPHER, calls, clock, log });
  const task = messageTask(steps, { isHeld: webhookHold({ webhooks, clock }) });
  const job = { ...messageJob({ id: 'd1', webhookId: 'w1' }), reason: '' };
  return {
    webhooks,
    sent,
    status: () => database.deliveries.get('d1')?.status,
    doStep: (step = '', attempt = 1) => task.step({ ...job, step, attempt }),
    release: () => releaseWebhooks({ webhooks, clock }, SOURCE),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('the messages wait after a restore, however long, until the operator releases them', async () => {
  const { webhooks, doStep, sent, status, release, pass } = restored();
  await webhooks.hold(START);
  const waits = { step: '', due: { afterMs: 60_000 } };
  expect(await doStep()).toEqual(waits);
  pass(10 * 86_400_000);
  expect(await doStep('', 40)).toEqual(waits);
  expect(sent).toEqual([]);
  expect(await release()).toBe(true);
  pass(60_000);
  expect(await doStep()).toBeUndefined();
  expect(sent).toEqual(['d1']);
  expect(status()).toBe('delivered');
  expect(await release()).toBe(false);
});

test('a message that was to be abandoned is not abandoned while messages wait', async () => {
  const { webhooks, doStep, status, release, pass } = restored();
  await webhooks.hold(START);
  expect(await doStep('abandon')).toEqual({ step: 'abandon', due: { afterMs: 60_000 } });
  expect(status()).toBe('pending');
  await release();
  pass(60_000);
  await doStep('abandon');
  expect(status()).toBe('failed');
});

test('messages are sent at once where none wait, and wait soon after a hold begins', async () => {
  const { webhooks, doStep, sent, pass } = restored();
  expect(await doStep()).toBeUndefined();
  expect(sent).toEqual(['d1']);
  await webhooks.hold(START);
  pass(5_000);
  expect(await doStep()).toMatchObject({ due: { afterMs: 60_000 } });
});
