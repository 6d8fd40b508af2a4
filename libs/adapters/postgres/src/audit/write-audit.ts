import type { AuditEntry } from '@solano/domain/service';
import type { Run, Value } from '../database/statement.ts';
import { timestamp } from '../database/values.ts';
import { RECORD } from './audit-statements.ts';

/**
 * Writes entries down with `run`: that of a transaction, so that its change and they are stored
 * together or not at all. Errors: `invalid_request` for a text that cannot be stored.
 */
export async function writeAudit(run: Run, ...entries: readonly AuditEntry[]): Promise<void> {
  await run(RECORD, [
    entries.map(({ at }) => timestamp(at)),
    entries.map(({ actor }) => actor),
    entries.map(({ action }) => action),
    entries.map(({ customerId }) => customerId),
    entries.map(({ subject }) => subject),
    entries.map(({ origin }) => origin),
    entries.map(({ requestId }) => requestId),
  ]);
}

/** The values of one entry in the order of the columns `at` to `request_id`, for other statements. */
export function entryValues(entry: AuditEntry): Value[] {
  const { at, actor, action, customerId, subject, origin, requestId } = entry;
  return [at, actor, action, customerId, subject, origin, requestId];
}
