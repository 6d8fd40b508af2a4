import { type Clock, HOUR_MS, isSolanoError, notFound } from '@solano/domain/kernel';
import type { AuditSource } from '../audit/audit.ts';
import type { Customer } from '../customers/customer.ts';
import type { Secrets } from '../keys/key.ts';
import type { WithNewSecret } from './manage.ts';
import {
  newWebhookSecret,
  readEvents,
  removeWebhook,
  requireGateClosingMinutes,
  requireUrl,
} from './manage.ts';
import type { MessageDeps } from './message.ts';
import type { OutboundCalls } from './outbound-calls.ts';
import { receiverOf, type SecretCipher } from './secret-cipher.ts';
import type { WebhookSender } from './sender.ts';
import type { Delivery, NewDelivery, Webhook, WebhookStore } from './webhook.ts';
import { webhookEntry } from './webhook.ts';

/** How long messages are also signed with the old secret, by default. */
const GRACE_MS = 24 * HOUR_MS;
/** Deliveries that are shown. */
const MAX_SHOWN = 100;

export interface OwnWebhookDeps extends MessageDeps {
  readonly webhooks: WebhookStore;
  readonly sender: WebhookSender;
  readonly secrets: Pick<Secrets, 'newSigningKey'>;
  readonly cipher: SecretCipher;
  readonly calls: Pick<OutboundCalls, 'atOnce'>;
  readonly clock: Clock;
}

/** A customer's changes of a webhook. */
export interface WebhookSettings {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
  readonly gateClosingMinutes?: number | undefined;
}

/** How an endpoint responded to a message that was sent while the customer waits. */
export interface Attempt {
  /** Status of its response; null if there was none. */
  readonly status: number | null;
  /** Until its response, or until it was given up. */
  readonly ms: number;
  /** Why there was no response; empty where there was one. */
  readonly error: string;
}

/** Changes a customer's webhook. Errors: `not_found`, `invalid_request`, `store_unavailable`. */
export async function changeWebhook(
  deps: OwnWebhookDeps,
  source: AuditSource,
  customer: Customer,
  id: string,
  { url, events, enabled, gateClosingMinutes }: WebhookSettings,
): Promise<Webhook> {
  const webhook = await requireOwn(deps, customer, id);
  if (url !== undefined) requireUrl(deps, url);
  if (gateClosingMinutes !== undefined) requireGateClosingMinutes(gateClosingMinutes);
  const now = deps.clock();
  const change = {
    ...(url !== undefined && { url }),
    ...(events && { events: readEvents(events) }),
    ...(gateClosingMinutes !== undefined && { gateClosingMinutes }),
    ...(enabled !== undefined && { disabledAt: enabled ? null : (webhook.disabledAt ?? now) }),
  };
  const entry = webhookEntry(source, { ...webhook, ...change }, now, 'webhook.change');
  return (await deps.webhooks.update(id, change, entry)) ?? notFound();
}

/**
 * Gives a customer's webhook a new secret; until the grace is over messages are signed with the old
 * one as well. Errors: `not_found`, `webhooks_off`, `store_unavailable`.
 */
export async function rotateWebhookSecret(
  deps: OwnWebhookDeps,
  source: AuditSource,
  customer: Customer,
  id: string,
  graceMs = GRACE_MS,
): Promise<WithNewSecret> {
  const webhook = await requireOwn(deps, customer, id);
  const now = deps.clock();
  const secret = newWebhookSecret(deps);
  const change = {
    secret: deps.cipher.encrypt(secret, id),
    previousSecret: { secret: webhook.secret, until: new Date(now.getTime() + graceMs) },
  };
  const entry = webhookEntry(source, webhook, now, 'webhook.rotate');
  return { webhook: (await deps.webhooks.update(id, change, entry)) ?? notFound(), secret };
}

/** Removes a customer's webhook with its deliveries. Errors: `not_found`, `store_unavailable`. */
export async function removeOwnWebhook(
  deps: OwnWebhookDeps,
  source: AuditSource,
  customer: Customer,
  id: string,
): Promise<void> {
  await requireOwn(deps, customer, id);
  await removeWebhook(deps, source, id);
}

/** The newest deliveries of a customer's webhook. Errors: `not_found`, `store_unavailable`. */
export async function ownDeliveries(
  deps: OwnWebhookDeps,
  customer: Customer,
  id: string,
): Promise<Delivery[]> {
  await requireOwn(deps, customer, id);
  return deps.webhooks.deliveries(id, MAX_SHOWN);
}

/**
 * Sends a message of the type `webhook.test`, which is not stored. Errors: `not_found`, `too_many_calls`,
 * `store_unavailable`.
 */
export function testWebhook(
  deps: OwnWebhookDeps,
  customer: Customer,
  id: string,
): Promise<Attempt> {
  return deps.calls.atOnce({ id, customerId: customer.id }, async () => {
    const webhook = await requireOwn(deps, customer, id);
    const body = deps.messageText({ type: 'webhook.test', timestamp: deps.clock(), data: {} });
    return (await attempt(deps, webhook, { id: deps.newId(), body })).made;
  });
}

/**
 * Sends a delivery once more, with the same id and body; taken, it is delivered, whatever it was.
 * Errors: `not_found`, `too_many_calls`, `store_unavailable`.
 */
export function replayDelivery(
  deps: OwnWebhookDeps,
  source: AuditSource,
  customer: Customer,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
): Promise<Attempt> {
  return deps.calls.atOnce({ id, customerId: customer.id }, async () => {
    const webhook = await requireOwn(deps, customer, id);
    const delivery = (await deps.webhooks.delivery(deliveryId))?.delivery;
    if (delivery?.webhookId !== id) return notFound();
    const { made, isAccepted } = await attempt(deps, webhook, delivery);
    if (isAccepted) {
      const entry = webhookEntry(source, webhook, deps.clock(), 'webhook.replay');
      await deps.webhooks.replayed(deliveryId, entry);
    }
    return made;
  });
}

async function attempt(
  { sender, cipher, clock }: OwnWebhookDeps,
  webhook: Webhook,
  message: Pick<NewDelivery, 'id' | 'body'>,
): Promise<{ made: Attempt; isAccepted: boolean }> {
  const began = clock();
  const ms = () => clock().getTime() - began.getTime();
  try {
    const { status, isAccepted } = await sender.post(receiverOf(cipher, webhook), message, began);
    return { made: { status, ms: ms(), error: '' }, isAccepted };
  } catch (error) {
    const isKnown = isSolanoError(error, 'webhook_unavailable');
    if (!isKnown && !isSolanoError(error, 'webhook_rejected')) throw error;
    return { made: { status: null, ms: ms(), error: error.message }, isAccepted: false };
  }
}

async function requireOwn(
  { webhooks }: OwnWebhookDeps,
  customer: Customer,
  id: string,
): Promise<Webhook> {
  const webhook = await webhooks.get(id);
  return webhook?.customerId === customer.id ? webhook : notFound();
}
