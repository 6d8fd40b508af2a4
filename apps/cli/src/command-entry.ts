import { hostname, userInfo } from 'node:os';
import type { AuditAction, AuditEntry, AuditLog, AuditSource } from '@solano/domain/service';

/** The operator, on this host. */
export function operatorSource(): AuditSource {
  return { actor: `operator ${userName()}`, origin: hostname(), requestId: null };
}

/** Returns the audit entry of a change by the operator, which is stored in one commit with the change. */
export function commandEntry(action: AuditAction, subject: string): AuditEntry {
  return { ...operatorSource(), at: new Date(), action, subject, customerId: null };
}

/**
 * Records an action of the operator whose store does not add the entry in the commit of the change.
 * The change has been made by then, so an entry that cannot be stored is only reported on standard
 * error.
 */
export async function recordCommand(audit: AuditLog, entry: AuditEntry): Promise<void> {
  try {
    await audit.record([entry]);
  } catch (error) {
    const what = `${entry.action} ${entry.subject} (${(error as Error).message})`;
    process.stderr.write(`Not written to the audit log: ${what}\n`);
  }
}

/** A user id may have no name, as in many containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
