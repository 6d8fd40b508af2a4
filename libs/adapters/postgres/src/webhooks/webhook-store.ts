import type {
  Delivery,
  DeliveryCursor,
  DeliveryStatus,
  JsonText,
  Webhook,
  WebhookEvent,
  WebhookStore,
} from '@solano/domain';
import type { PostgresDatabase } from '../database/database.ts';
import { isUuid, LEAST_ID } from '../database/values.ts';
import * as sql from './webhook-statements.ts';

export class PostgresWebhookStore implements WebhookStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(webhook: Webhook): Promise<void> {
    const { id, customerId, url, events, secret, createdAt, disabledAt } = webhook;
    const values = [id, customerId, url, events, secret, createdAt, disabledAt];
    await this.#database.run(sql.ADD, values);
  }

  async list(customerId: string): Promise<Webhook[]> {
    return isUuid(customerId) ? this.#database.run<Webhook>(sql.LIST, [customerId]) : [];
  }

  async get(id: string): Promise<Webhook | undefined> {
    if (!isUuid(id)) return undefined;
    const [webhook] = await this.#database.run<Webhook>(sql.GET, [id]);
    return webhook;
  }

  async remove(id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const removed = await this.#database.run(sql.REMOVE, [id]);
    return removed.length > 0;
  }

  async disable(id: string, at: Date): Promise<void> {
    if (isUuid(id)) await this.#database.run(sql.DISABLE, [id, at]);
  }

  async ofPurchase(purchaseId: string): Promise<Webhook[]> {
    return isUuid(purchaseId) ? this.#database.run<Webhook>(sql.OF_PURCHASE, [purchaseId]) : [];
  }

  async delivery(id: string): Promise<{ delivery: Delivery; webhook: Webhook } | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.#database.run<DeliveryRow>(sql.DELIVERY, [id]);
    return row && parts(row);
  }

  async settle(
    id: string,
    outcome: { readonly status: 'delivered' | 'failed'; readonly at: Date; readonly error: string },
  ): Promise<void> {
    if (!isUuid(id)) return;
    const { status, at, error } = outcome;
    await this.#database.run(sql.SETTLE, [id, status, at, error]);
  }

  async pending(
    createdBefore: Date,
    after: DeliveryCursor | undefined,
    limit: number,
  ): Promise<DeliveryCursor[]> {
    const cursor = after ? [after.createdAt, after.id] : [-Infinity, LEAST_ID];
    return this.#database.run<DeliveryCursor>(sql.PENDING, [createdBefore, ...cursor, limit]);
  }

  async forgetSettled(before: Date, limit: number): Promise<number> {
    const [row] = await this.#database.run<{ count: number }>(sql.FORGET_SETTLED, [before, limit]);
    return row?.count ?? 0;
  }
}

interface DeliveryRow extends Webhook {
  readonly deliveryId: string;
  readonly event: WebhookEvent;
  readonly body: JsonText;
  readonly happenedAt: Date;
  readonly status: DeliveryStatus;
  readonly settledAt: Date | null;
  readonly error: string;
}

function parts(row: DeliveryRow): { delivery: Delivery; webhook: Webhook } {
  const { deliveryId, event, body, happenedAt, status, settledAt, error, ...webhook } = row;
  const message = { id: deliveryId, webhookId: webhook.id, event, body, createdAt: happenedAt };
  return { delivery: { ...message, status, settledAt, error }, webhook };
}
