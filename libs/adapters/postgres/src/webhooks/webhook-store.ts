import type {
  AuditEntry,
  Delivery,
  DeliveryStatus,
  JsonText,
  Webhook,
  WebhookEvent,
  WebhookStore,
} from '@solano/domain';
import { writeAudit } from '../audit/write-audit.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { isUuid } from '../database/values.ts';
import * as sql from './webhook-statements.ts';

export class PostgresWebhookStore implements WebhookStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add({ events, ...webhook }: Webhook, entry: AuditEntry): Promise<void> {
    const data = { ...webhook, events: [...events] };
    await this.#database.transaction(async (run, prisma) => {
      await prisma((client) => client.webhook.create({ data }));
      await writeAudit(run, entry);
    });
  }

  async list(customerId: string): Promise<Webhook[]> {
    if (!isUuid(customerId)) return [];
    const rows = await this.#database.prisma(({ webhook }) =>
      webhook.findMany({ where: { customerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    );
    return rows as Webhook[];
  }

  async get(id: string): Promise<Webhook | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await this.#database.prisma(({ webhook }) => webhook.findUnique({ where: { id } }));
    return (row as Webhook | null) ?? undefined;
  }

  async remove(id: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.#database.transaction(async (run, prisma) => {
      const removed = await prisma(({ webhook }) => webhook.deleteMany({ where: { id } }));
      if (removed.count > 0) await writeAudit(run, entry);
      return removed.count > 0;
    });
  }

  async disable(id: string, entry: AuditEntry): Promise<void> {
    if (!isUuid(id)) return;
    const change = { where: { id, disabledAt: null }, data: { disabledAt: entry.at } };
    await this.#database.transaction(async (run, prisma) => {
      const disabled = await prisma(({ webhook }) => webhook.updateMany(change));
      if (disabled.count > 0) await writeAudit(run, entry);
    });
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

  async purgeSettled(before: Date, limit: number): Promise<number> {
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
