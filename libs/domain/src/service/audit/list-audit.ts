import { invalidRequest } from '@solano/domain/kernel';
import type { AuditEntry, AuditLog, AuditPosition } from './audit.ts';

/** Entries of a page: the usual number, and the maximum. */
export const AUDIT_PAGE = { usual: 100, max: 1_000 };

const CURSOR = /^(\d{1,15})_(\d{1,18})$/;

/** Selects entries of a customer. */
interface AuditFilters {
  readonly customerId: string;
  readonly since?: Date | undefined;
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/**
 * A page of the changes of a customer's data, newest first. `nextCursor` asks for the page after it;
 * null where there is none. Errors: `invalid_request` for a cursor that was not issued,
 * `store_unavailable`.
 */
export async function listAudit(
  audit: AuditLog,
  { customerId, since, limit = AUDIT_PAGE.usual, cursor }: AuditFilters,
): Promise<{ entries: readonly AuditEntry[]; nextCursor: string | null }> {
  const { entries, last } = await audit.page({
    customerId,
    limit,
    ...(since && { since }),
    ...(cursor !== undefined && { after: readCursor(cursor) }),
  });
  const isFull = entries.length === limit;
  return { entries, nextCursor: last && isFull ? `${last.at.getTime()}_${last.number}` : null };
}

function readCursor(text: string): AuditPosition {
  const [, ms, number] = CURSOR.exec(text) ?? [];
  if (ms !== undefined && number !== undefined) return { at: new Date(Number(ms)), number };
  throw invalidRequest(`Parameter 'cursor' is not one that was given out: "${text.slice(0, 100)}"`);
}
