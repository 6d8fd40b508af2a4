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
};

/** The body of a message: JSON, as the document of the API describes it. */
export function webhookBody({ type, timestamp, data }: WebhookMessage): string {
  return JSON.stringify({ type, timestamp, data: renamed(data) });
}

function renamed(value: object): object {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, each]) => {
      const isNested = typeof each === 'object' && each !== null && !(each instanceof Date);
      return [NAMES[name] ?? name, isNested ? renamed(each) : each];
    }),
  );
}
