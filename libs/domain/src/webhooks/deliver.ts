import { isSolanoError } from '../errors.ts';
import type { HandOver } from '../hand-over.ts';
import { handOverRound } from '../hand-over.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import type { WebhookSender } from './sender.ts';
import type { Delivery, DeliveryCursor, Webhook, WebhookStore } from './webhook.ts';
import type { DeliverySteps, WebhookWorkflow } from './workflow.ts';

const REMEMBERED_MS = 30 * 24 * 3_600_000;
const FORGOTTEN_AT_ONCE = 5_000;

const DISABLED = 'The webhook is not in use any more.';
const GIVEN_UP = 'The endpoint did not take the message: the service gave up.';

export interface DeliveryDeps {
  readonly webhooks: WebhookStore;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Log;
}

export function deliverySteps(deps: DeliveryDeps): DeliverySteps {
  return {
    async send(id, attempt) {
      let fields: object = { delivery_id: id };
      try {
        const found = await deps.webhooks.delivery(id);
        if (found?.delivery.status !== 'pending') return;
        fields = { ...fields, webhook_id: found.webhook.id };
        await send(deps, found.delivery, found.webhook);
      } catch (err) {
        if (attempt === 1)
          deps.log.warn({ ...fields, err }, 'a webhook message will be sent again');
        throw err;
      }
    },
    abandon: (id) => fail(deps, id, GIVEN_UP),
  };
}

/** Sends and settles. A failure after which the message is to be sent again is thrown. */
async function send(deps: DeliveryDeps, delivery: Delivery, webhook: Webhook): Promise<void> {
  if (webhook.disabledAt) return fail(deps, delivery.id, DISABLED);
  try {
    await deps.sender.send(webhook, delivery, deps.clock());
  } catch (err) {
    const isGone = isSolanoError(err, 'webhook_gone');
    if (!isGone && !isSolanoError(err, 'webhook_refused')) throw err;
    deps.log.warn({ delivery_id: delivery.id, webhook_id: webhook.id, err }, err.message);
    if (isGone) await deps.webhooks.disable(webhook.id, deps.clock());
    return fail(deps, delivery.id, err.message);
  }
  const outcome = { status: 'delivered', at: deps.clock(), error: '' } as const;
  await deps.webhooks.settle(delivery.id, outcome);
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
