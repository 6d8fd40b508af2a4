import type { WebhookMessage } from '@solano/domain/service';

/** The fields of a message, by the names that receivers know. */
const NAMES: Readonly<Record<string, string>> = {
  retailer: 'retailer_id',
  rows: 'rows_uploaded',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  decidedAt: 'decided_at',
  decidedBy: 'decided_by',
  expectedAt: 'expected_at',
  closesAt: 'closes_at',
  minutesLeft: 'minutes_left',
  lastDeliveredAt: 'last_delivered_at',
  expectedBy: 'expected_by',
};

/** The body of a message: JSON, as the document of the API describes it. */
export function webhookBody({ type, timestamp, data }: WebhookMessage): string {
  return JSON.stringify({ type, timestamp, data: renamed(data) });
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [NAMES[name] ?? name, renamed(each)]),
  );
}
