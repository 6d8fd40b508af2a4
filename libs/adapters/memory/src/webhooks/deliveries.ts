import { messageJob, type NewDelivery } from '@solano/domain/service';
import { type DeliveryRow, type MemoryDatabase, requireFreeId } from '../database.ts';

/**
 * Adds messages to webhooks in use with their jobs, all or, where an id is taken, none.
 *
 * @param purchaseId null: they are about a market.
 */
export function addDeliveries(
  database: MemoryDatabase,
  purchaseId: string | null,
  newDeliveries: readonly NewDelivery[],
): void {
  const { webhooks, deliveries } = database;
  const added = new Map<string, DeliveryRow>();
  for (const delivery of newDeliveries) {
    if (webhooks.get(delivery.webhookId)?.disabledAt !== null) continue;
    requireFreeId(deliveries, delivery.id);
    requireFreeId(added, delivery.id);
    const unsettled = { status: 'pending', settledAt: null, error: '' } as const;
    added.set(delivery.id, { ...delivery, ...unsettled, purchaseId });
  }
  for (const [id, delivery] of added) deliveries.set(id, delivery);
  database.addJobs([...added.values()].map(messageJob));
}
