import {
  type AddressedDelivery,
  type AuditEntry,
  type Delivery,
  type NewDelivery,
  type PurchaseDelivery,
  requireRoomForWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookSecrets,
  type WebhookStore,
} from '@solano/domain/service';
import { copied } from '../copied.ts';
import { compareCreation, type DeliveryRow, MemoryStore, requireFreeId } from '../database.ts';
import { addDeliveries } from './deliveries.ts';

export class MemoryWebhookStore extends MemoryStore implements WebhookStore {
  async add(webhook: Webhook, entry: AuditEntry): Promise<void> {
    this.database.requireCustomer(webhook.customerId);
    requireFreeId(this.database.webhooks, webhook.id);
    requireRoomForWebhook(this.#webhooks(webhook.customerId).length);
    const { webhooks } = this.database;
    this.database.audited(entry, () => webhooks.set(webhook.id, copied(webhook)));
  }

  async list(customerId: string): Promise<Webhook[]> {
    return copied(this.#webhooks(customerId));
  }

  async get(id: string): Promise<Webhook | undefined> {
    return copied(this.database.webhooks.get(id));
  }

  async update(id: string, change: WebhookChange, entry: AuditEntry): Promise<Webhook | undefined> {
    const { webhooks } = this.database;
    const webhook = webhooks.get(id);
    if (!webhook) return undefined;
    const changed = copied({ ...webhook, ...change });
    this.database.audited(entry, () => webhooks.set(id, changed));
    return copied(changed);
  }

  async notEncryptedWith(prefix: string, limit: number, after = ''): Promise<Webhook[]> {
    const isOther = ({ secret, previousSecret: previous }: Webhook) =>
      [secret, ...(previous ? [previous.secret] : [])].some((each) => !each.startsWith(prefix));
    const found = [...this.database.webhooks.values()]
      .filter((webhook) => webhook.id > after && isOther(webhook))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return copied(found.slice(0, limit));
  }

  async replaceSecrets(webhook: Webhook, secrets: WebhookSecrets): Promise<void> {
    const { webhooks } = this.database;
    const stored = webhooks.get(webhook.id);
    const isSame =
      stored?.secret === webhook.secret &&
      stored.previousSecret?.secret === webhook.previousSecret?.secret;
    if (!isSame) return;
    const { previousSecret: _, ...others } = stored;
    webhooks.set(webhook.id, copied({ ...others, ...secrets }));
  }

  async remove(id: string, entry: AuditEntry): Promise<boolean> {
    const { webhooks, deliveries } = this.database;
    if (!webhooks.has(id)) return false;
    return this.database.audited(entry, () => {
      for (const { id: key, webhookId } of deliveries.values()) {
        if (webhookId === id) deliveries.delete(key);
      }
      return webhooks.delete(id);
    });
  }

  async disable(id: string, entry: AuditEntry): Promise<void> {
    const { webhooks } = this.database;
    const webhook = webhooks.get(id);
    if (webhook?.disabledAt !== null) return;
    const disabled = { ...webhook, disabledAt: new Date(entry.at) };
    this.database.audited(entry, () => webhooks.set(id, disabled));
  }

  async ofPurchase(purchaseId: string): Promise<Webhook[]> {
    const purchase = this.database.purchases.get(purchaseId)?.purchase;
    if (!purchase) return [];
    const webhooks = this.#webhooks(purchase.customerId);
    return copied(webhooks.filter(({ disabledAt }) => disabledAt === null));
  }

  async subscribed(event: WebhookEvent): Promise<Webhook[]> {
    return copied(this.database.subscribed(event));
  }

  async knownDeliveries(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(ids.filter((id) => this.database.deliveries.has(id)));
  }

  async addDeliveries(added: readonly (NewDelivery | PurchaseDelivery)[]): Promise<void> {
    const { deliveries } = this.database;
    const about = added.map((delivery) => ({ purchaseId: null, ...delivery }));
    for (const { purchaseId } of about) {
      if (purchaseId !== null) this.database.requirePurchase(purchaseId);
    }
    for (const { purchaseId, ...delivery } of copied(about)) {
      if (!deliveries.has(delivery.id)) addDeliveries(this.database, purchaseId, [delivery]);
    }
  }

  async delivery(
    id: string,
  ): Promise<{ delivery: AddressedDelivery; webhook: Webhook } | undefined> {
    const row = this.database.deliveries.get(id);
    const webhook = row && this.database.webhooks.get(row.webhookId);
    if (!webhook) return undefined;
    return copied({ delivery: row, webhook });
  }

  async deliveries(webhookId: string, limit: number): Promise<Delivery[]> {
    return copied(this.#newest(webhookId).slice(0, limit));
  }

  async deliveriesSince(webhookId: string, event: WebhookEvent, since: Date): Promise<Delivery[]> {
    const isOf = (each: Delivery) => each.event === event && each.createdAt >= since;
    return copied(this.#newest(webhookId).filter(isOf));
  }

  #newest(webhookId: string): Delivery[] {
    const rows = this.#deliveries().filter((row) => row.webhookId === webhookId);
    return rows.sort(compareCreation).reverse().map(deliveryOf);
  }

  async replayed(id: string, entry: AuditEntry): Promise<void> {
    const { deliveries } = this.database;
    const row = deliveries.get(id);
    if (!row) return;
    const delivered = {
      ...row,
      status: 'delivered',
      settledAt: new Date(entry.at),
      error: '',
    } as const;
    this.database.audited(entry, () => deliveries.set(id, delivered));
  }

  async settle(
    id: string,
    outcome: { readonly status: 'delivered' | 'failed'; readonly at: Date; readonly error: string },
  ): Promise<void> {
    const { deliveries } = this.database;
    const row = deliveries.get(id);
    if (row?.status !== 'pending') return;
    const { status, at, error } = outcome;
    deliveries.set(id, { ...row, status, settledAt: new Date(at), error });
  }

  async hold(since: Date): Promise<void> {
    this.database.webhooksHeldSince ??= new Date(since);
  }

  async heldSince(): Promise<Date | undefined> {
    return this.database.webhooksHeldSince && new Date(this.database.webhooksHeldSince);
  }

  async release(entry: AuditEntry): Promise<boolean> {
    if (!this.database.webhooksHeldSince) return false;
    this.database.audited(entry, () => {
      this.database.webhooksHeldSince = undefined;
    });
    return true;
  }

  async purgeSettled(before: Date, limit: number): Promise<number> {
    const old = this.#deliveries()
      .filter(({ settledAt }) => settledAt !== null && settledAt < before)
      .slice(0, limit);
    for (const { id } of old) this.database.deliveries.delete(id);
    return old.length;
  }

  #webhooks(customerId: string): Webhook[] {
    const webhooks = [...this.database.webhooks.values()];
    return webhooks.filter((webhook) => webhook.customerId === customerId).sort(compareCreation);
  }

  #deliveries(): DeliveryRow[] {
    return [...this.database.deliveries.values()];
  }
}

function deliveryOf(row: DeliveryRow): Delivery {
  const { purchaseId: _, ...delivery } = row;
  return delivery;
}
