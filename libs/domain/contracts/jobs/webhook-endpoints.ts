import {
  type AddressedDelivery,
  type DeliveryDeps,
  type DeliveryStatus,
  type DeliverySteps,
  deliverySteps,
  OutboundCalls,
  type Webhook,
  type WebhookSender,
} from '@solano/domain/service';
import { aDelivery, aWebhook, OPEN_CIPHER } from '../examples.ts';

/** A message that waits to be dispatched. */
export interface PlannedMessage {
  readonly id: string;
  readonly webhookId: string;
  /** Fulfilled, with how it ended, when it is settled. */
  readonly settled: Promise<DeliveryStatus>;
}

/** What is kept of a message. */
interface Kept {
  delivery: AddressedDelivery;
  readonly webhook: Webhook;
  readonly respond: () => Promise<void>;
  readonly settle: (status: DeliveryStatus) => void;
}

/**
 * The steps of the service itself, to endpoints with scripted responses. An engine may know
 * other messages, which are passed over.
 */
export class ScriptedEndpoints implements DeliverySteps {
  readonly #kept = new Map<string, Kept>();
  readonly #steps: DeliverySteps;

  constructor() {
    const silent = { info() {}, warn() {}, error() {} };
    this.#steps = deliverySteps({
      webhooks: this.#store(),
      sender: this.#sender(),
      cipher: OPEN_CIPHER,
      calls: new OutboundCalls(),
      clock: () => new Date(),
      log: silent,
    });
  }

  /** New messages to a webhook of their own, each of which gets this response. */
  plan(count: number, respond: () => Promise<void>): PlannedMessage[] {
    const webhook = aWebhook(crypto.randomUUID());
    return Array.from({ length: count }, () => {
      const { promise, resolve: settle } = Promise.withResolvers<DeliveryStatus>();
      const state = { status: 'pending', settledAt: null, error: '' } as const;
      const delivery = { ...aDelivery(webhook.id), ...state, purchaseId: null };
      this.#kept.set(delivery.id, { delivery, webhook, respond, settle });
      return { id: delivery.id, webhookId: webhook.id, settled: promise };
    });
  }

  send(deliveryId: string, attempt: number): Promise<void> {
    return this.#steps.send(deliveryId, attempt);
  }

  abandon(deliveryId: string): Promise<void> {
    return this.#steps.abandon(deliveryId);
  }

  #sender(): Pick<WebhookSender, 'send'> {
    return {
      send: async (_webhook, { id }) => this.#kept.get(id)?.respond(),
    };
  }

  #store(): DeliveryDeps['webhooks'] {
    return {
      disable: unused,
      delivery: async (id) => this.#kept.get(id),
      settle: async (id, { status, at, error }) => {
        const kept = this.#kept.get(id);
        if (!kept) return;
        kept.delivery = { ...kept.delivery, status, settledAt: at, error };
        kept.settle(status);
      },
    };
  }
}

function unused(): Promise<never> {
  return Promise.reject(new Error('It is not part of these tests.'));
}
