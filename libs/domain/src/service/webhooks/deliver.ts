import { type Clock, DAY_MS, isSolanoError, type Log } from '@solano/domain/kernel';
import type { OutboundCalls } from './outbound-calls.ts';
import { isReadable, receiverOf, type SecretCipher } from './secret-cipher.ts';
import type { WebhookSender } from './sender.ts';
import {
  type AddressedDelivery,
  type Delivery,
  type Webhook,
  type WebhookStore,
  webhookEntry,
} from './webhook.ts';

const RETENTION_MS = 30 * DAY_MS;
const BATCH_SIZE = 5_000;
/** How long a message is retried, from when it was made. */
export const MESSAGE_RETRIES_MS = 3 * DAY_MS;

const DISABLED = 'The webhook is not in use any more.';
const GIVEN_UP = 'The endpoint did not take the message: the service gave up.';
const UNSIGNED =
  'The service could not sign the message, as it lacks the key of the webhook’s secret, and gave up.';

export interface DeliveryDeps {
  readonly webhooks: Pick<WebhookStore, 'delivery' | 'settle' | 'disable'>;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly cipher: Pick<SecretCipher, 'decrypt'>;
  readonly calls: Pick<OutboundCalls, 'inTurn'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each delivery that is settled. */
  readonly onDelivered?: (status: 'delivered' | 'failed') => void;
}

/** The steps of a webhook message: `send`, and where that fails for three days `abandon`. */
export interface DeliverySteps {
  /**
   * Sends the message and settles the delivery, also where the webhook will never accept it, and as
   * failed where it would be retried after {@link MESSAGE_RETRIES_MS}. Errors: `webhook_unavailable`,
   * `store_unavailable`.
   *
   * @param attempt counts from 1: the first that fails is logged, and is made however old the message is.
   */
  send(deliveryId: string, attempt: number): Promise<void>;
  /** Settles the delivery as failed. Errors: `store_unavailable`. */
  abandon(deliveryId: string): Promise<void>;
}

export function deliverySteps(deps: DeliveryDeps): DeliverySteps {
  return {
    send: (id, attempt) => sendPending(deps, id, attempt === 1),
    async abandon(id) {
      const found = await deps.webhooks.delivery(id);
      if (found) await abandon(deps, found.delivery, found.webhook);
    },
  };
}

async function sendPending(deps: DeliveryDeps, id: string, isFirst: boolean): Promise<void> {
  let fields: object = { deliveryId: id };
  try {
    const found = await deps.webhooks.delivery(id);
    if (found?.delivery.status !== 'pending') return;
    const { delivery, webhook } = found;
    fields = { ...fields, webhookId: webhook.id };
    const age = deps.clock().getTime() - delivery.createdAt.getTime();
    if (webhook.disabledAt) await fail(deps, id, DISABLED);
    else if (!isFirst && age >= MESSAGE_RETRIES_MS) await abandon(deps, delivery, webhook);
    else await send(deps, delivery, webhook);
  } catch (err) {
    if (isFirst) deps.log.warn({ ...fields, err }, 'a webhook message will be retried');
    throw err;
  }
}

/** Sends and settles. A failure after which the message is to be sent again is thrown. */
async function send(
  deps: DeliveryDeps,
  delivery: AddressedDelivery,
  webhook: Webhook,
): Promise<void> {
  const { webhooks, sender, cipher, calls, clock, log } = deps;
  try {
    const receiver = receiverOf(cipher, webhook);
    await calls.inTurn(webhook, () => sender.send(receiver, delivery, clock()));
  } catch (err) {
    const isGone = isSolanoError(err, 'webhook_gone');
    if (!isGone && !isSolanoError(err, 'webhook_rejected')) throw err;
    log.warn({ deliveryId: delivery.id, webhookId: webhook.id, err }, err.message);
    if (isGone) await disable(deps, webhook);
    return fail(deps, delivery.id, err.message);
  }
  await webhooks.settle(delivery.id, { status: 'delivered', at: clock(), error: '' });
  deps.onDelivered?.('delivered');
}

/** Without the key that encrypted the webhook's secret nothing was sent to its endpoint. */
async function abandon(deps: DeliveryDeps, { id }: Delivery, webhook: Webhook): Promise<void> {
  const isSigned = isReadable(deps.cipher, webhook.secret, webhook.id);
  await fail(deps, id, isSigned ? GIVEN_UP : UNSIGNED);
}

async function disable({ webhooks, clock }: DeliveryDeps, webhook: Webhook): Promise<void> {
  const source = { actor: 'service', origin: '', requestId: null };
  await webhooks.disable(webhook.id, webhookEntry(source, webhook, clock(), 'webhook.disable'));
}

async function fail(deps: DeliveryDeps, id: string, error: string): Promise<void> {
  await deps.webhooks.settle(id, { status: 'failed', at: deps.clock(), error });
  deps.onDelivered?.('failed');
}

/** Purges deliveries that were settled thirty days ago. Errors: `store_unavailable`. */
export async function purgeDeliveries(deps: {
  readonly webhooks: Pick<WebhookStore, 'purgeSettled'>;
  readonly clock: Clock;
}): Promise<void> {
  const before = new Date(deps.clock().getTime() - RETENTION_MS);
  let count: number;
  do count = await deps.webhooks.purgeSettled(before, BATCH_SIZE);
  while (count === BATCH_SIZE);
}
