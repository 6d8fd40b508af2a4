import type { AuditEntry, AuditLog, AuditQuery } from '@solano/domain';
import { GroupCommit, SolanoError } from '@solano/domain';
import type { PostgresDatabase, Statement, Value } from '../database/database.ts';
import { isUuid, requireStorable, timestamp } from '../database/values.ts';

/** Entries that are written in one statement. */
const MOST_AT_ONCE = 500;

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
  readonly #group: GroupCommit<AuditEntry>;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#group = new GroupCommit(async (entries) => {
      await database.run(RECORD, columns(entries));
    }, MOST_AT_ONCE);
  }

  async record(entries: readonly AuditEntry[]): Promise<void> {
    // What cannot be stored is to be refused before it spoils the others of its group.
    for (const entry of entries) requireRecordable(entry);
    if (entries.length > 0) await this.#group.add(entries);
  }

  async list(query: AuditQuery): Promise<AuditEntry[]> {
    if (query.customerId !== undefined && !isUuid(query.customerId)) return [];
    return this.#database.run<AuditEntry>(...listing(query));
  }
}

function requireRecordable({ actor, subject, origin, requestId, customerId }: AuditEntry): void {
  for (const text of [actor, subject, origin, requestId ?? '']) requireStorable(text);
  if (customerId !== null && !isUuid(customerId)) {
    throw new SolanoError('not_found', `There is no customer ${customerId}.`);
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
