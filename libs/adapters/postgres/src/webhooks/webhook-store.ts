import {
  type AuditEntry,
  DEFAULT_GATE_CLOSING_MINUTES,
  type Delivery,
  messageJob,
  type PurchaseDelivery,
  requireRoomForWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookSecrets,
  type WebhookStore,
} from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import type { RunPrisma } from '../database/database.ts';
import { PostgresStore } from '../database/store.ts';
import { isUuid } from '../database/values.ts';
import type { Prisma, Webhook as WebhookRow } from '../generated/prisma/client.ts';
import * as sql from './webhook-statements.ts';

export class PostgresWebhookStore extends PostgresStore implements WebhookStore {
  async add(webhook: Webhook, entry: AuditEntry): Promise<void> {
    const { id, customerId, url, secret, createdAt, events } = webhook;
    const whole = { id, customerId, url, secret, createdAt, events: [...events] };
    const data = { ...whole, ...toRow(webhook) };
    await this.database.transaction(async (run, prisma) => {
      await run(LOCK_CUSTOMER, [customerId]);
      requireRoomForWebhook(
        await prisma((client) => client.webhook.count({ where: { customerId } })),
      );
      await prisma((client) => client.webhook.create({ data }));
      await writeAudit(run, entry);
    });
  }

  async list(customerId: string): Promise<Webhook[]> {
    if (!isUuid(customerId)) return [];
    const rows = await this.database.prisma(({ webhook }) =>
      webhook.findMany({ where: { customerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    );
    return rows.map(toWebhook);
  }

  async get(id: string): Promise<Webhook | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await this.database.prisma(({ webhook }) => webhook.findUnique({ where: { id } }));
    return row ? toWebhook(row) : undefined;
  }

  async update(id: string, change: WebhookChange, entry: AuditEntry): Promise<Webhook | undefined> {
    if (!isUuid(id)) return undefined;
    const data = toRow(change);
    return this.database.transaction(async (run, prisma) => {
      const changed = await prisma(({ webhook }) => webhook.updateMany({ where: { id }, data }));
      if (changed.count === 0) return undefined;
      await writeAudit(run, entry);
      const row = await prisma(({ webhook }) => webhook.findFirst({ where: { id } }));
      return row ? toWebhook(row) : undefined;
    });
  }

  async notEncryptedWith(prefix: string, limit: number, after?: string): Promise<Webhook[]> {
    const rows = await this.database.prisma(({ webhook }) =>
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
    await this.database.prisma((client) =>
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
    return (await this.database.run(sql.OF_PURCHASE, [purchaseId])).map(toWebhook);
  }

  async subscribed(event: WebhookEvent): Promise<Webhook[]> {
    const rows = await this.database.prisma(({ webhook }) =>
      webhook.findMany({
        where: { disabledAt: null, events: { has: event } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    );
    return rows.map(toWebhook);
  }

  async knownDeliveries(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { id: { in: ids.filter(isUuid) } };
    const found = await this.database.prisma(({ webhookDelivery }) =>
      webhookDelivery.findMany({ where, select: { id: true } }),
    );
    return new Set(found.map(({ id }) => id));
  }

  async addDeliveries(deliveries: readonly PurchaseDelivery[]): Promise<void> {
    const webhookIds = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
    await this.database.transaction(async (_, prisma) => {
      const where = { id: { in: webhookIds }, disabledAt: null };
      const found = await prisma(({ webhook }) => webhook.findMany({ where }));
      const inUse = new Set(found.map(({ id }) => id));
      const data = deliveries
        .filter(({ webhookId }) => inUse.has(webhookId))
        .map((delivery) => ({ ...delivery, status: 'pending', error: '' }));
      await writeDeliveries(prisma, data);
    });
  }

  async delivery(id: string): Promise<{ delivery: Delivery; webhook: Webhook } | undefined> {
    if (!isUuid(id)) return undefined;
    const found = await this.database.prisma(({ webhookDelivery }) =>
      webhookDelivery.findUnique({ where: { id }, include: { webhook: true } }),
    );
    if (!found) return undefined;
    const { webhook, purchaseId: _, ...delivery } = found;
    return { delivery: delivery as Delivery, webhook: toWebhook(webhook) };
  }

  async deliveries(webhookId: string, limit: number): Promise<Delivery[]> {
    if (!isUuid(webhookId)) return [];
    const rows = await this.database.prisma(({ webhookDelivery }) =>
      webhookDelivery.findMany({
        where: { webhookId },
        omit: { purchaseId: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
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
    await this.database.prisma(({ webhookDelivery }) =>
      webhookDelivery.updateMany({
        where: { id, status: 'pending' },
        data: { status, settledAt, error },
      }),
    );
  }

  async hold(since: Date): Promise<void> {
    await this.database.prisma(({ webhookHold }) =>
      webhookHold.createMany({ data: [{ id: 1, since }], skipDuplicates: true }),
    );
  }

  async heldSince(): Promise<Date | undefined> {
    const row = await this.database.prisma(({ webhookHold }) =>
      webhookHold.findUnique({ where: { id: 1 } }),
    );
    return row?.since;
  }

  async release(entry: AuditEntry): Promise<boolean> {
    return this.changeAudited(entry, ({ webhookHold }) => webhookHold.deleteMany());
  }

  async purgeSettled(before: Date, limit: number): Promise<number> {
    const [row] = await this.database.run(sql.PURGE_SETTLED, [before, limit]);
    return row?.count ?? 0;
  }
}

/** Writes messages with their jobs; those whose id is taken are left out. */
export async function writeDeliveries(
  prisma: RunPrisma,
  data: Prisma.WebhookDeliveryCreateManyInput[],
): Promise<void> {
  const select = { id: true, webhookId: true };
  const added = await prisma(({ webhookDelivery }) =>
    webhookDelivery.createManyAndReturn({ data, skipDuplicates: true, select }),
  );
  await prisma(({ job }) => job.createMany({ data: added.map(messageJob) }));
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
