import { isSolanoError, SolanoError } from '../errors.ts';
import type { HandOver } from '../hand-over.ts';
import { handOverRound } from '../hand-over.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import type { WebhookSender } from './sender.ts';
import { Turns } from './turns.ts';
import type { Delivery, DeliveryCursor, Webhook, WebhookStore } from './webhook.ts';
import { webhookSubject } from './webhook.ts';
import type { DeliverySteps, WebhookWorkflow } from './workflow.ts';

const REMEMBERED_MS = 30 * 24 * 3_600_000;
const FORGOTTEN_AT_ONCE = 5_000;

const ON_ITS_WAY = 'The message is on its way already.';
const DISABLED = 'The webhook is not in use any more.';
const GIVEN_UP = 'The endpoint did not take the message: the service gave up.';

/** A turn that works goes on for so long at most with messages that were refused meanwhile. */
const GOING_ON_MS = 10_000;

export interface DeliveryDeps {
  readonly webhooks: WebhookStore;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the steps know of one another, in this process. */
interface Sending extends DeliveryDeps {
  readonly turns: Turns;
  /** The messages that are being sent, or looked up for that, by id. */
  readonly inHand: Set<string>;
  /** The disabling of webhooks that is under way, by id. */
  readonly disabling: Map<string, Promise<void>>;
}

/**
 * The steps for one engine. Of one webhook's messages a few are on their way at a time, and none
 * for a while after failures: the others are refused, without a word in the log.
 */
export function deliverySteps(deps: DeliveryDeps): DeliverySteps {
  const turns = new Turns(deps);
  const sending = { ...deps, turns, inHand: new Set<string>(), disabling: new Map() };
  return {
    async send(id, attempt) {
      const webhookId = await inTurn(sending, id, attempt === 1);
      if (webhookId !== undefined) await goOn(sending, webhookId);
    },
    abandon: (id) => fail(deps, id, GIVEN_UP),
  };
}

/**
 * Sends a message if it is its turn, and not on its way already: the engine may try it while another
 * goes on with it. Returns the webhook, where it was tried.
 */
async function inTurn(sending: Sending, id: string, isFirst: boolean): Promise<string | undefined> {
  const { inHand } = sending;
  if (inHand.has(id)) throw new SolanoError('webhook_unavailable', ON_ITS_WAY);
  inHand.add(id);
  try {
    return await sendPending(sending, id, isFirst);
  } finally {
    inHand.delete(id);
  }
}

async function sendPending(
  sending: Sending,
  id: string,
  isFirst: boolean,
): Promise<string | undefined> {
  const { webhooks, turns, log } = sending;
  const told = (fields: object) => (err: unknown) => {
    if (isFirst)
      log.warn({ delivery_id: id, ...fields, err }, 'a webhook message will be sent again');
    throw err;
  };
  const found = await webhooks.delivery(id).catch(told({}));
  if (found?.delivery.status !== 'pending') return undefined;
  const { delivery, webhook } = found;
  const tellOf = told({ webhook_id: webhook.id });
  if (webhook.disabledAt) {
    await fail(sending, id, DISABLED).catch(tellOf);
    return undefined;
  }
  await turns.take(webhook.id, id, () => send(sending, delivery, webhook).catch(tellOf));
  return webhook.id;
}

/**
 * Sends what was refused meanwhile, well before the engine tries it again: else a crowd of messages
 * to an endpoint that is well would take hours. What fails is left to the engine's next try.
 */
async function goOn(sending: Sending, webhookId: string): Promise<void> {
  const { turns, clock } = sending;
  const until = clock().getTime() + GOING_ON_MS;
  try {
    while (clock().getTime() < until) {
      const id = turns.next(webhookId);
      if (id === undefined) return;
      await inTurn(sending, id, true);
    }
  } catch {
    // The endpoint, or the store, has had enough for now.
  }
}

/** Sends and settles. A failure after which the message is to be sent again is thrown. */
async function send(sending: Sending, delivery: Delivery, webhook: Webhook): Promise<void> {
  const { webhooks, sender, clock, log } = sending;
  try {
    await sender.send(webhook, delivery, clock());
  } catch (err) {
    const isGone = isSolanoError(err, 'webhook_gone');
    if (!isGone && !isSolanoError(err, 'webhook_refused')) throw err;
    log.warn({ delivery_id: delivery.id, webhook_id: webhook.id, err }, err.message);
    if (isGone) await disableOnce(sending, webhook);
    return fail(sending, delivery.id, err.message);
  }
  await webhooks.settle(delivery.id, { status: 'delivered', at: clock(), error: '' });
}

/** Disables a webhook; messages that find it gone at the same time do so together. */
function disableOnce(deps: Sending, webhook: Webhook): Promise<void> {
  const { disabling } = deps;
  const underWay = disabling.get(webhook.id);
  if (underWay) return underWay;
  const disabled = disable(deps, webhook).finally(() => disabling.delete(webhook.id));
  disabling.set(webhook.id, disabled);
  return disabled;
}

async function disable({ webhooks, clock }: DeliveryDeps, webhook: Webhook): Promise<void> {
  await webhooks.disable(webhook.id, {
    at: clock(),
    actor: 'service',
    action: 'webhook.disable',
    customerId: webhook.customerId,
    subject: webhookSubject(webhook),
    origin: '',
    requestId: null,
  });
}

async function fail({ webhooks, clock }: DeliveryDeps, id: string, error: string): Promise<void> {
  await webhooks.settle(id, { status: 'failed', at: clock(), error });
}

/**
 * One round of handing over deliveries that the engine did not take when they were made. Returns
 * the cursor for the next round, as with purchases. Errors: `store_unavailable`.
 */
export async function handOverDeliveries(
  deps: {
    readonly webhooks: WebhookStore;
    readonly webhookWorkflow: WebhookWorkflow;
    readonly clock: Clock;
    readonly log: Log;
  },
  from: DeliveryCursor | undefined,
): Promise<DeliveryCursor | undefined> {
  const pending: HandOver = {
    page: (until, after, limit) => deps.webhooks.pending(until, after, limit),
    offer: (id) => deps.webhookWorkflow.deliver(id),
  };
  const { count, cursor } = await handOverRound(pending, deps.clock(), from);
  if (count > 0) {
    deps.log.info({ deliveries: count }, 'handed webhook messages to the workflow engine');
  }
  return cursor;
}

/**
 * Forgets deliveries that were settled thirty days ago, some thousands at the most: the next round
 * takes the rest. Errors: `store_unavailable`.
 */
export async function forgetDeliveries(
  deps: Pick<DeliveryDeps, 'webhooks' | 'clock'>,
): Promise<void> {
  const before = new Date(deps.clock().getTime() - REMEMBERED_MS);
  await deps.webhooks.forgetSettled(before, FORGOTTEN_AT_ONCE);
}
