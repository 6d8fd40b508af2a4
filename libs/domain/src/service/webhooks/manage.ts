import { type Clock, invalidRequest, SolanoError } from '@solano/domain/kernel';
import type { AuditSource } from '../audit/audit.ts';
import type { Customer } from '../customers/customer.ts';
import type { Secrets } from '../keys/key.ts';
import type { SecretCipher } from './secret-cipher.ts';
import type { WebhookSender } from './sender.ts';
import type { Webhook, WebhookEvent, WebhookStore } from './webhook.ts';
import { WEBHOOK_EVENTS, webhookEntry } from './webhook.ts';

const MAX_URL_LENGTH = 2_048;
export const DEFAULT_GATE_CLOSING_MINUTES = 60;
export const MAX_GATE_CLOSING_MINUTES = 24 * 60;
/** The events of a webhook where none are named: others are chosen by name. */
const DEFAULT_EVENTS = ['purchase.completed', 'purchase.failed'];

interface RemoveWebhookDeps {
  readonly webhooks: Pick<WebhookStore, 'get' | 'remove'>;
  readonly clock: Clock;
}

export interface WebhookDeps extends RemoveWebhookDeps {
  readonly webhooks: Pick<WebhookStore, 'add' | 'get' | 'remove'>;
  readonly sender: Pick<WebhookSender, 'check'>;
  readonly secrets: Pick<Secrets, 'newSigningKey'>;
  readonly cipher: SecretCipher;
  readonly newId: () => string;
}

/** A request for a new webhook. */
export interface NewWebhook {
  readonly url: string;
  readonly events?: readonly string[] | undefined;
  readonly gateClosingMinutes?: number | undefined;
}

/**
 * Adds an endpoint that receives a customer's events. Its secret is new, and only here in plain
 * text. Errors: `invalid_request` for the URL, for no or unknown events and for minutes that are none,
 * `limit_reached`, `webhooks_off`, `store_unavailable`.
 */
export async function addWebhook(
  deps: WebhookDeps,
  source: AuditSource,
  customer: Customer,
  { url, events = DEFAULT_EVENTS, gateClosingMinutes = DEFAULT_GATE_CLOSING_MINUTES }: NewWebhook,
): Promise<WithNewSecret> {
  requireUrl(deps, url);
  requireGateClosingMinutes(gateClosingMinutes);
  const requested = readEvents(events);
  const id = deps.newId();
  const secret = newWebhookSecret(deps);
  const webhook: Webhook = {
    id,
    customerId: customer.id,
    url,
    events: requested,
    secret: deps.cipher.encrypt(secret, id),
    createdAt: deps.clock(),
    disabledAt: null,
    gateClosingMinutes,
  };
  const entry = webhookEntry(source, webhook, webhook.createdAt, 'webhook.add');
  await deps.webhooks.add(webhook, entry);
  return { webhook, secret };
}

/** A webhook, and its secret in plain text, which cannot be read again. */
export interface WithNewSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/**
 * Removes a webhook with its deliveries, and returns it as it was. Errors: `not_found`,
 * `store_unavailable`.
 */
export async function removeWebhook(
  { webhooks, clock }: RemoveWebhookDeps,
  source: AuditSource,
  id: string,
): Promise<Webhook> {
  const webhook = await webhooks.get(id);
  if (webhook) {
    const entry = webhookEntry(source, webhook, clock(), 'webhook.remove');
    if (await webhooks.remove(id, entry)) return webhook;
  }
  throw new SolanoError('not_found', `There is no webhook ${id}.`);
}

/** A new key that signs messages: `whsec_` and its Base64. */
export function newWebhookSecret({ secrets }: WebhookDeps): string {
  return `whsec_${secrets.newSigningKey()}`;
}

/** Errors: `invalid_request`. */
export function requireUrl({ sender }: WebhookDeps, url: string): void {
  if (url.length > MAX_URL_LENGTH) {
    throw invalidRequest(`The URL of a webhook has at most ${MAX_URL_LENGTH} characters.`);
  }
  sender.check(url);
}

/** Errors: `invalid_request`. */
export function requireGateClosingMinutes(minutes: number): void {
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_GATE_CLOSING_MINUTES) return;
  const message = `The minutes before a gate closes are a whole number from 1 to ${MAX_GATE_CLOSING_MINUTES}.`;
  throw invalidRequest(message);
}

/** Known events, each once, in the order of {@link WEBHOOK_EVENTS}. Errors: `invalid_request`. */
export function readEvents(names: readonly string[]): WebhookEvent[] {
  const unknown = names.find((name) => !WEBHOOK_EVENTS.some((event) => event === name));
  if (unknown === undefined && names.length > 0) {
    return WEBHOOK_EVENTS.filter((event) => names.includes(event));
  }
  const what = unknown === undefined ? 'A webhook needs events' : `There is no event ${unknown}`;
  throw invalidRequest(`${what}: choose from ${WEBHOOK_EVENTS.join(', ')}.`);
}
