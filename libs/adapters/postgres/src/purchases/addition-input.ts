import type { Addition, Purchase, SubmissionKey } from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import type { Value } from '../database/statement.ts';
import { timestamp } from '../database/values.ts';

/** A purchase that is added, with what is stored and checked along with it. */
export interface PurchaseAddition extends Omit<Addition, 'key'> {
  readonly purchase: Purchase;
  readonly series: JsonText;
}

interface InputColumn {
  readonly name: string;
  /** As in pg_type. */
  readonly type: string;
  readonly of: (addition: PurchaseAddition) => string | number | Date | null;
}

/** The rows that an addition makes, in one: of the purchase, its series and its entry in the audit log. */
export const INPUT: readonly InputColumn[] = [
  { name: 'id', type: 'uuid', of: ({ purchase }) => purchase.id },
  { name: 'customer_id', type: 'uuid', of: ({ purchase }) => purchase.customerId },
  { name: '"user"', type: 'text', of: ({ purchase }) => purchase.user },
  { name: 'retailer', type: 'text', of: ({ purchase }) => purchase.retailer },
  { name: 'status', type: 'text', of: ({ purchase }) => purchase.status },
  { name: 'error', type: 'text', of: ({ purchase }) => purchase.error },
  { name: 'rows', type: 'int', of: ({ purchase }) => purchase.rows },
  { name: 'request_id', type: 'text', of: ({ purchase }) => purchase.requestId },
  { name: 'created_at', type: 'timestamptz', of: ({ purchase }) => purchase.createdAt },
  { name: 'updated_at', type: 'timestamptz', of: ({ purchase }) => purchase.updatedAt },
  { name: 'delivers_from', type: 'timestamptz', of: ({ purchase }) => purchase.deliversFrom },
  { name: 'delivers_to', type: 'timestamptz', of: ({ purchase }) => purchase.deliversTo },
  { name: 'json', type: 'text', of: ({ series }) => series },
  { name: 'forecast', type: 'text', of: ({ forecast }) => forecast ?? null },
  { name: 'at', type: 'timestamptz', of: ({ entry }) => entry.at },
  { name: 'actor', type: 'text', of: ({ entry }) => entry.actor },
  { name: 'action', type: 'text', of: ({ entry }) => entry.action },
  { name: 'owner_id', type: 'uuid', of: ({ entry }) => entry.customerId },
  { name: 'subject', type: 'text', of: ({ entry }) => entry.subject },
  { name: 'origin', type: 'text', of: ({ entry }) => entry.origin },
  { name: 'entry_request_id', type: 'text', of: ({ entry }) => entry.requestId },
  { name: 'max_waiting', type: 'int', of: ({ maxWaiting }) => maxWaiting ?? null },
];

/** The values of `ADD`. */
export function valuesOf(addition: PurchaseAddition): Value[] {
  return INPUT.map((column) => column.of(addition));
}

/** The values of `ADD_ALL`. */
export function arraysOf(additions: readonly PurchaseAddition[]): Value[] {
  return INPUT.map((column) =>
    additions.map((addition) => {
      const value = column.of(addition);
      return value instanceof Date ? timestamp(value) : value;
    }),
  );
}

/** The values of `ADD_KEYED`. */
export function keyedValuesOf(
  addition: PurchaseAddition,
  { key, fingerprint, since }: SubmissionKey,
): Value[] {
  return [...valuesOf(addition), key, fingerprint, since];
}
