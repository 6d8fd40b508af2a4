import { SolanoError } from '@solano/domain/kernel';
import {
  type AuditEntry,
  type ConsoleSession,
  type ConsoleSessionStore,
  requireRoomForSession,
  type SignedIn,
  type SignInCode,
} from '@solano/domain/service';
import { MemoryStore, requireFreeId } from '../database.ts';

export class MemoryConsoleSessionStore extends MemoryStore implements ConsoleSessionStore {
  async begin(session: ConsoleSession, entry: AuditEntry): Promise<void> {
    const { consoleSessions } = this.database;
    this.#requireKey(session.keyId);
    requireFreeId(consoleSessions, session.digest);
    const own = [...consoleSessions.values()].filter(({ keyId }) => keyId === session.keyId);
    requireRoomForSession(own.filter(({ expiresAt }) => session.createdAt < expiresAt).length);
    this.database.audited(entry, () =>
      consoleSessions.set(session.digest, structuredClone(session)),
    );
  }

  async find(digest: string): Promise<SignedIn | undefined> {
    const { consoleSessions, keys, customers } = this.database;
    const session = consoleSessions.get(digest);
    const key = session && keys.get(session.keyId);
    const customer = key && customers.get(key.customerId);
    return customer && structuredClone({ session, key, customer });
  }

  async end(digest: string, entry: AuditEntry): Promise<boolean> {
    const { consoleSessions } = this.database;
    if (!consoleSessions.has(digest)) return false;
    return this.database.audited(entry, () => consoleSessions.delete(digest));
  }

  async addCode(code: SignInCode): Promise<void> {
    this.#requireKey(code.keyId);
    this.database.signInCodes.set(code.digest, structuredClone(code));
  }

  async takeCode(digest: string): Promise<SignInCode | undefined> {
    const code = this.database.signInCodes.get(digest);
    this.database.signInCodes.delete(digest);
    return structuredClone(code);
  }

  async purgeExpired(before: Date): Promise<void> {
    for (const table of [this.database.consoleSessions, this.database.signInCodes]) {
      for (const [digest, { expiresAt }] of table) if (expiresAt < before) table.delete(digest);
    }
  }

  #requireKey(id: string): void {
    if (this.database.keys.has(id)) return;
    throw new SolanoError('not_found', `There is no key ${id}.`);
  }
}
