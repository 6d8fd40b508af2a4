import type { AuditEntry, AuditLog, AuditQuery } from '@solano/domain';
import type { PostgresDatabase, Statement, Value } from './database.ts';
import { isUuid, timestamp } from './values.ts';

/** Ids, which count, are given in the order of the arrays. */
const RECORD = {
  name: 'audit-record',
  text: `
    INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
    SELECT at, actor, action, customer_id, subject, origin, request_id
    FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[],
      $7::text[]) WITH ORDINALITY
      AS given (at, actor, action, customer_id, subject, origin, request_id, place)
    ORDER BY place`,
};

export class PostgresAuditLog implements AuditLog {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async record(entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length > 0) await this.#database.run(RECORD, columns(entries));
  }

  async list(query: AuditQuery): Promise<AuditEntry[]> {
    if (query.customerId !== undefined && !isUuid(query.customerId)) return [];
    return this.#database.run<AuditEntry>(...listing(query));
  }
}

function columns(entries: readonly AuditEntry[]): (string | null)[][] {
  return [
    entries.map(({ at }) => timestamp(at)),
    entries.map(({ actor }) => actor),
    entries.map(({ action }) => action),
    entries.map(({ customerId }) => customerId),
    entries.map(({ subject }) => subject),
    entries.map(({ origin }) => origin),
    entries.map(({ requestId }) => requestId),
  ];
}

/** Without a name, and with only the conditions that are asked for: each has an index of its own. */
function listing({ customerId, action, since, limit }: AuditQuery): readonly [Statement, Value[]] {
  const values: Value[] = [];
  const given = (value: Value) => `$${values.push(value)}`;
  const conditions = ['true'];
  if (customerId !== undefined) conditions.push(`customer_id = ${given(customerId)}`);
  if (action !== undefined) conditions.push(`action = ${given(action)}`);
  if (since) conditions.push(`at >= ${given(since)}`);
  const text = `
    SELECT at, actor, action, customer_id AS "customerId", subject, origin,
      request_id AS "requestId"
    FROM audit_entry WHERE ${conditions.join(' AND ')}
    ORDER BY at DESC, id DESC LIMIT ${given(limit)}`;
  return [{ text }, values];
}
