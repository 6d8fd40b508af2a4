import { snakeCase } from '@solano/domain/kernel';
import type { WebhookMessage } from '@solano/domain/service';

/** Fields that receivers know by another word; the others are in snake case. */
const NAMES: Readonly<Record<string, string>> = {
  retailer: 'retailer_id',
  rows: 'rows_uploaded',
};

/** The body of a message: JSON, as the document of the API describes it. */
export function webhookBody({ type, timestamp, data }: WebhookMessage): string {
  return JSON.stringify({ type, timestamp, data: renamed(data) });
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [NAMES[name] ?? snakeCase(name), renamed(each)]),
  );
}
