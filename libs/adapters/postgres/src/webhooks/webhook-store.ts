import {
  type AddressedDelivery,
  type AuditEntry,
  DEFAULT_GATE_CLOSING_MINUTES,
  type Delivery,
  messageJob,
  type NewDelivery,
  type PurchaseDelivery,
  requireRoomForWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookSecrets,
  type WebhookStore,
} from '@solano/domain/service';
import { lockCustomer } from '../customers/customer-store.ts';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import type { Prisma, Webhook as WebhookRow } from '../generated/prisma/client.ts';

export class PostgresWebhookStore extends PrismaStore implements WebhookStore {
  async add(webhook: Webhook, entry: AuditEntry): Promise<void> {
    const { id, customerId, url, secret, createdAt, events } = webhook;
    const whole = { id, customerId, url, secret, createdAt, events: [...events] };
    const data = { ...whole, ...toRow(webhook) };
    await this.transaction(async (prisma) => {
      await lockCustomer(prisma, customerId);
      requireRoomForWebhook(await prisma.webhook.count({ where: { customerId } }));
      await prisma.webhook.create({ data });
      await prisma.auditEntry.create({ data: entry });
    });
  }

  async list(customerId: string): Promise<Webhook[]> {
    if (!isUuid(customerId)) return [];
    const rows = await this.prisma(({ webhook }) =>
      webhook.findMany({ where: { customerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    );
    return rows.map(toWebhook);
  }

  async get(id: string): Promise<Webhook | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await this.prisma(({ webhook }) => webhook.findUnique({ where: { id } }));
    return row ? toWebhook(row) : undefined;
  }

  async update(id: string, change: WebhookChange, entry: AuditEntry): Promise<Webhook | undefined> {
    if (!isUuid(id)) return undefined;
    const changing = { where: { id }, data: toRow(change) };
    return this.transaction(async (prisma) => {
      const [changed] = await prisma.webhook.updateManyAndReturn(changing);
      if (!changed) return undefined;
      await prisma.auditEntry.create({ data: entry });
      return toWebhook(changed);
    });
  }

  async notEncryptedWith(prefix: string, limit: number, after?: string): Promise<Webhook[]> {
    const rows = await this.prisma(({ webhook }) =>
      webhook.findMany({
        where: {
          ...(after !== undefined && { id: { gt: after } }),
          OR: [
            { NOT: { secret: { startsWith: prefix } } },
            { NOT: { previousSecret: { startsWith: prefix } } },
          ],
        },
        orderBy: { id: 'asc' },
        take: limit,
      }),
    );
    return rows.map(toWebhook);
  }

  async replaceSecrets(webhook: Webhook, secrets: WebhookSecrets): Promise<void> {
    const { id, secret, previousSecret: previous } = webhook;
    const data = { previousSecret: null, previousSecretUntil: null, ...toRow(secrets) };
    await this.prisma((client) =>
      client.webhook.updateMany({
        where: { id, secret, previousSecret: previous?.secret ?? null },
        data,
      }),
    );
  }

  async remove(id: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.changeAudited(entry, ({ webhook }) => webhook.deleteMany({ where: { id } }));
  }

  async disable(id: string, entry: AuditEntry): Promise<void> {
    if (!isUuid(id)) return;
    const change = { where: { id, disabledAt: null }, data: { disabledAt: entry.at } };
    await this.changeAudited(entry, ({ webhook }) => webhook.updateMany(change));
  }

  async ofPurchase(purchaseId: string): Promise<Webhook[]> {
    if (!isUuid(purchaseId)) return [];
    const customer = { purchases: { some: { id: purchaseId } } };
    return this.#inUse({ customer });
  }

  async subscribed(event: WebhookEvent): Promise<Webhook[]> {
    return this.#inUse({ events: { has: event } });
  }

  async #inUse(where: Prisma.WebhookWhereInput): Promise<Webhook[]> {
    const rows = await this.prisma(({ webhook }) =>
      webhook.findMany({
        where: { ...where, disabledAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    );
    return rows.map(toWebhook);
  }

  async knownDeliveries(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { id: { in: ids.filter(isUuid) } };
    const found = await this.prisma(({ webhookDelivery }) =>
      webhookDelivery.findMany({ where, select: { id: true } }),
    );
    return new Set(found.map(({ id }) => id));
  }

  async addDeliveries(deliveries: readonly (NewDelivery | PurchaseDelivery)[]): Promise<void> {
    await this.transaction((prisma) => writeDeliveries(prisma, deliveries));
  }

  async delivery(
    id: string,
  ): Promise<{ delivery: AddressedDelivery; webhook: Webhook } | undefined> {
    if (!isUuid(id)) return undefined;
    const found = await this.prisma(({ webhookDelivery }) =>
      webhookDelivery.findUnique({ where: { id }, include: { webhook: true } }),
    );
    if (!found) return undefined;
    const { webhook, ...delivery } = found;
    return { delivery: delivery as AddressedDelivery, webhook: toWebhook(webhook) };
  }

  async deliveries(webhookId: string, limit: number): Promise<Delivery[]> {
    return this.#newest({ webhookId }, limit);
  }

  async deliveriesSince(webhookId: string, event: WebhookEvent, since: Date): Promise<Delivery[]> {
    return this.#newest({ webhookId, event, createdAt: { gte: since } });
  }

  async #newest(
    where: Prisma.WebhookDeliveryWhereInput & { readonly webhookId: string },
    limit?: number,
  ): Promise<Delivery[]> {
    if (!isUuid(where.webhookId)) return [];
    const rows = await this.prisma(({ webhookDelivery }) =>
      webhookDelivery.findMany({
        where,
        omit: { purchaseId: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        ...(limit !== undefined && { take: limit }),
      }),
    );
    return rows as Delivery[];
  }

  async replayed(id: string, entry: AuditEntry): Promise<void> {
    if (!isUuid(id)) return;
    const data = { status: 'delivered', settledAt: entry.at, error: '' };
    await this.changeAudited(entry, ({ webhookDelivery }) =>
      webhookDelivery.updateMany({ where: { id }, data }),
    );
  }

  async settle(
    id: string,
    outcome: { readonly status: 'delivered' | 'failed'; readonly at: Date; readonly error: string },
  ): Promise<void> {
    if (!isUuid(id)) return;
    const { status, at: settledAt, error } = outcome;
    await this.prisma(({ webhookDelivery }) =>
      webhookDelivery.updateMany({
        where: { id, status: 'pending' },
        data: { status, settledAt, error },
      }),
    );
  }

  async hold(since: Date): Promise<void> {
    await this.prisma(({ webhookHold }) =>
      webhookHold.createMany({ data: [{ id: 1, since }], skipDuplicates: true }),
    );
  }

  async heldSince(): Promise<Date | undefined> {
    const row = await this.prisma(({ webhookHold }) =>
      webhookHold.findUnique({ where: { id: 1 } }),
    );
    return row?.since;
  }

  async release(entry: AuditEntry): Promise<boolean> {
    return this.changeAudited(entry, ({ webhookHold }) => webhookHold.deleteMany());
  }

  async purgeSettled(before: Date, limit: number): Promise<number> {
    const where = { status: { not: 'pending' }, settledAt: { lt: before } };
    return this.prisma(async ({ webhookDelivery }) => {
      const order = { orderBy: { settledAt: 'asc' }, take: limit } as const;
      const old = await webhookDelivery.findMany({ where, select: { id: true }, ...order });
      if (old.length === 0) return 0;
      const id = { in: old.map((row) => row.id) };
      return (await webhookDelivery.deleteMany({ where: { ...where, id } })).count;
    });
  }
}

/**
 * Writes messages with their jobs; those whose id is taken are left out. A webhook that is in use is locked
 * by an update that leaves it as it is: it is removed or disabled before, and its message left out, or after.
 */
export async function writeDeliveries(
  { webhook, webhookDelivery, job }: Prisma.TransactionClient,
  deliveries: readonly NewDelivery[],
  purchaseId: string | null = null,
): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = new Set(deliveries.map(({ webhookId }) => webhookId));
  const where = { id: { in: [...ids] }, disabledAt: null };
  const inUse = await webhook.updateManyAndReturn({ where, data: { disabledAt: null } });
  const data = deliveries
    .filter(({ webhookId }) => inUse.some(({ id }) => id === webhookId))
    .map((delivery) => ({ purchaseId, ...delivery, status: 'pending', error: '' }));
  const select = { id: true, webhookId: true };
  const added = await webhookDelivery.createManyAndReturn({ data, skipDuplicates: true, select });
  await job.createMany({ data: added.map(messageJob) });
}

function toWebhook(row: WebhookRow): Webhook {
  const { events, previousSecret: secret, previousSecretUntil: until, ...columns } = row;
  const gateClosingMinutes = row.gateClosingMinutes ?? DEFAULT_GATE_CLOSING_MINUTES;
  const webhook = { ...columns, gateClosingMinutes };
  const previous = secret !== null && until && { previousSecret: { secret, until } };
  return { ...webhook, events: events as WebhookEvent[], ...previous };
}

function toRow({ events, previousSecret: previous, ...columns }: WebhookChange) {
  return {
    ...columns,
    ...(events && { events: [...events] }),
    ...(previous && { previousSecret: previous.secret, previousSecretUntil: previous.until }),
  };
}
