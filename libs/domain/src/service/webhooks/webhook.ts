import { type JsonText, SolanoError } from '@solano/domain/kernel';
import type { AuditAction, AuditEntry, AuditSource } from '../audit/audit.ts';

/** The events that webhooks subscribe to. */
export const PURCHASE_EVENTS = [
  'purchase.completed',
  'purchase.failed',
  'purchase.decided',
] as const;
/** Bids of a purchase were made anew. */
export const REPLANNED_EVENT = 'purchase.replanned';
export const PRICE_EVENTS = ['prices.published', 'prices.revised', 'prices.late'] as const;
export const LATE_EVENTS = ['production.late', 'forecast.late'] as const;
/** The forecasts of plants that the service makes. */
export const FORECAST_EVENT = 'forecast.published';
export const DEVIATION_EVENTS = [
  'deviation.published',
  'deviation.revised',
  'report.ready',
] as const;
export const WEBHOOK_EVENTS = [
  ...PURCHASE_EVENTS,
  REPLANNED_EVENT,
  ...PRICE_EVENTS,
  'gate.closing',
  ...LATE_EVENTS,
  FORECAST_EVENT,
  ...DEVIATION_EVENTS,
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A customer's endpoint that receives events. */
export interface Webhook {
  readonly id: string;
  readonly customerId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** As a `SecretCipher` encrypts `whsec_` and the Base64 of the key that signs (Standard Webhooks, symmetric). */
  readonly secret: string;
  /** The secret before the last rotation: messages are signed with it as well until then. */
  readonly previousSecret?: { readonly secret: string; readonly until: Date };
  readonly createdAt: Date;
  /** Since when nothing is sent to it, as its endpoint or its customer wishes; null: in use. */
  readonly disabledAt: Date | null;
  /** How long before a gate closes it receives `gate.closing`. */
  readonly gateClosingMinutes: number;
}

/**
 * Name of a webhook in the audit log: its id and the origin of its URL, whose path and query may
 * hold secrets.
 */
export function webhookSubject({ id, url }: Pick<Webhook, 'id' | 'url'>): string {
  // What is read as a URL may have a backslash for a slash.
  const origin = /^[a-z]+:\/\/[^/\\?#]*/i.exec(url)?.[0] ?? '';
  return `${id} ${origin.toLowerCase()}`;
}

/** The audit entry of a change of a webhook. */
export function webhookEntry(
  source: AuditSource,
  webhook: Webhook,
  at: Date,
  action: AuditAction,
): AuditEntry {
  const { customerId } = webhook;
  return { ...source, at, action, customerId, subject: webhookSubject(webhook) };
}

/** Limit for one customer: each of its settled purchases makes a message for each of them. */
export const MAX_WEBHOOKS = 10;

/** Decides for a store whether a customer with so many webhooks may have another. Errors: `limit_reached`. */
export function requireRoomForWebhook(count: number): void {
  if (count < MAX_WEBHOOKS) return;
  throw new SolanoError('limit_reached', `A customer has at most ${MAX_WEBHOOKS} webhooks.`);
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** A message to one webhook. Its body is fixed when the event happens. */
export interface NewDelivery {
  /** Also the message's `webhook-id`, by which a receiver knows a repeated one. */
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  readonly body: JsonText;
  readonly createdAt: Date;
}

/** A message about a purchase. */
export interface PurchaseDelivery extends NewDelivery {
  readonly purchaseId: string;
}

export interface Delivery extends NewDelivery {
  readonly status: DeliveryStatus;
  /** When it was delivered or given up; null while it is pending. */
  readonly settledAt: Date | null;
  /** Why it failed; empty where it did not. */
  readonly error: string;
}

/** A delivery, and the purchase that it is about. */
export interface AddressedDelivery extends Delivery {
  /** Null: it is about no purchase. */
  readonly purchaseId: string | null;
}

/** The secrets that sign a webhook's messages. */
export type WebhookSecrets = Pick<Webhook, 'secret' | 'previousSecret'>;

/** The fields of a webhook that can change. */
export type WebhookChange = Partial<Omit<Webhook, 'id' | 'customerId' | 'createdAt'>>;

/**
 * Keeps webhooks, each change of one along with its audit entry, both or neither; and what is to be
 * sent to them. Errors: `store_unavailable`.
 */
export interface WebhookStore {
  /** Errors: `not_found` for the customer; `limit_reached` where it has {@link MAX_WEBHOOKS}. */
  add(webhook: Webhook, entry: AuditEntry): Promise<void>;
  /** The webhooks of a customer, oldest first. */
  list(customerId: string): Promise<Webhook[]>;
  get(id: string): Promise<Webhook | undefined>;
  /** Changes a webhook. Returns it as it is then; undefined if there is none. */
  update(id: string, change: WebhookChange, entry: AuditEntry): Promise<Webhook | undefined>;
  /** Webhooks with a secret that does not begin with `prefix`, by id, those after the id `after`. */
  notEncryptedWith(prefix: string, limit: number, after?: string): Promise<Webhook[]>;
  /** Replaces both secrets of a webhook unless they have changed since it was read; a previous one left out is removed. */
  replaceSecrets(webhook: Webhook, secrets: WebhookSecrets): Promise<void>;
  /** Removes a webhook along with its deliveries. False when there is none. */
  remove(id: string, entry: AuditEntry): Promise<boolean>;
  /** Disables it at the time of the entry; one that is disabled already stays so, without an entry. */
  disable(id: string, entry: AuditEntry): Promise<void>;
  /** The webhooks in use of the customer whose purchase it is, oldest first. */
  ofPurchase(purchaseId: string): Promise<Webhook[]>;
  /** The webhooks in use of all customers that subscribe to an event, oldest first. */
  subscribed(event: WebhookEvent): Promise<Webhook[]>;
  /** Which of the ids are those of deliveries. */
  knownDeliveries(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Adds deliveries with a job each, all or none; those whose id is taken and those to webhooks
   * that are not in use are left out. Errors: `not_found` for a purchase.
   */
  addDeliveries(deliveries: readonly (NewDelivery | PurchaseDelivery)[]): Promise<void>;
  /** A delivery with its webhook, in one lookup. */
  delivery(id: string): Promise<{ delivery: AddressedDelivery; webhook: Webhook } | undefined>;
  /** The newest deliveries of a webhook, newest first. */
  deliveries(webhookId: string, limit: number): Promise<Delivery[]>;
  /** The deliveries of an event that a webhook was given at a time or later, newest first. */
  deliveriesSince(webhookId: string, event: WebhookEvent, since: Date): Promise<Delivery[]>;
  /** Records, along with the entry, that a delivery was replayed: it is delivered, whatever it was. */
  replayed(id: string, entry: AuditEntry): Promise<void>;
  /** Settles a pending delivery; a settled one stays as it is. */
  settle(
    id: string,
    outcome: { readonly status: 'delivered' | 'failed'; readonly at: Date; readonly error: string },
  ): Promise<void>;
  /** Holds messages from a time on; where they are held already, since then. */
  hold(since: Date): Promise<void>;
  /** Since when messages are held; undefined: they are sent. */
  heldSince(): Promise<Date | undefined>;
  /** Releases messages, along with the entry. False where they were not held. */
  release(entry: AuditEntry): Promise<boolean>;
  /** Purges up to `limit` deliveries that were settled before a time. Returns how many. */
  purgeSettled(before: Date, limit: number): Promise<number>;
}
