import {
  type AuditEntry,
  type ConsoleSession,
  type ConsoleSessionStore,
  requireRoomForSession,
  type SignedIn,
  type SignInCode,
} from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { insertRows, removeRows, selectRows } from '../database/row-statements.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isStorable, timestamp } from '../database/values.ts';
import { KEYS } from '../keys/key-statements.ts';
import { findCaller } from '../keys/key-store.ts';
import { CODES, SESSIONS } from './console-session-statements.ts';

export class PostgresConsoleSessionStore extends StatementStore implements ConsoleSessionStore {
  async begin(session: ConsoleSession, entry: AuditEntry): Promise<void> {
    const { keyId, createdAt } = session;
    await this.database.transaction(async (run) => {
      await run(...selectRows(KEYS, { id: keyId }, { locks: true }));
      const sessions = await run(...selectRows(SESSIONS, { keyId }));
      requireRoomForSession(sessions.filter(({ expiresAt }) => expiresAt > createdAt).length);
      await run(...insertRows(SESSIONS, [session]));
      await writeAudit(run, entry);
    });
  }

  async find(digest: string): Promise<SignedIn | undefined> {
    if (!isStorable(digest)) return undefined;
    const [session] = await this.database.run(...selectRows(SESSIONS, { digest }));
    const caller = session && (await findCaller(this.database.run, session.keyId));
    return caller && { session, ...caller };
  }

  async end(digest: string, entry: AuditEntry): Promise<boolean> {
    if (!isStorable(digest)) return false;
    return this.database.transaction(async (run) => {
      const [ended] = await run(...removeRows(SESSIONS, { digest }));
      if (ended) await writeAudit(run, entry);
      return ended !== undefined;
    });
  }

  async addCode(code: SignInCode): Promise<void> {
    await this.database.run(...insertRows(CODES, [code]));
  }

  async takeCode(digest: string): Promise<SignInCode | undefined> {
    if (!isStorable(digest)) return undefined;
    const [code] = await this.database.run(...removeRows(CODES, { digest }));
    return code;
  }

  async purgeExpired(before: Date): Promise<void> {
    const expired = {
      expiresAt: { first: '-infinity', last: timestamp(new Date(before.getTime() - 1)) },
    };
    await this.database.run(...removeRows(SESSIONS, expired));
    await this.database.run(...removeRows(CODES, expired));
  }
}
