import { hostname, userInfo } from 'node:os';
import type { AuditAction, AuditEntry, AuditLog, AuditSource } from '@solano/domain';

/** The operator, on this host. */
export function operatorSource(): AuditSource {
  return { actor: `operator ${userName()}`, origin: hostname(), requestId: null };
}

/** What is written down of a change that the operator makes, along with it. */
export function commandEntry(action: AuditAction, subject: string): AuditEntry {
  return { ...operatorSource(), at: new Date(), action, subject, customerId: null };
}

/**
 * Writes down what the operator has done that no store keeps an entry along with. By then it is done: a log that cannot be written costs a
 * line on standard error.
 */
export async function recordCommand(
  audit: AuditLog,
  action: AuditAction,
  subject: string,
  customerId: string | null,
): Promise<void> {
  const entry = { ...operatorSource(), action, subject, customerId };
  try {
    await audit.record([{ ...entry, at: new Date() }]);
  } catch (error) {
    const reason = (error as Error).message;
    process.stderr.write(`Not written to the audit log: ${action} ${subject} (${reason})\n`);
  }
}

/** A user id need not have a name, as in many containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
