import {
  type ApiKey,
  type AuditEntry,
  type ConsoleSession,
  type ConsoleSessionStore,
  type Customer,
  requireRoomForSession,
  type SignedIn,
  type SignInCode,
} from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { PostgresStore } from '../database/store.ts';
import { isStorable } from '../database/values.ts';
import { LOCK_KEY } from '../keys/key-statements.ts';
import { ADD_CODE } from './console-session-statements.ts';

export class PostgresConsoleSessionStore extends PostgresStore implements ConsoleSessionStore {
  async begin(session: ConsoleSession, entry: AuditEntry): Promise<void> {
    const { keyId, createdAt } = session;
    const where = { keyId, expiresAt: { gt: createdAt } };
    await this.database.transaction(async (run, prisma) => {
      await run(LOCK_KEY, [keyId]);
      requireRoomForSession(await prisma(({ consoleSession }) => consoleSession.count({ where })));
      await prisma(({ consoleSession }) => consoleSession.create({ data: session }));
      await writeAudit(run, entry);
    });
  }

  async find(digest: string): Promise<SignedIn | undefined> {
    if (!isStorable(digest)) return undefined;
    const found = await this.database.prisma(({ consoleSession }) =>
      consoleSession.findUnique({
        where: { digest },
        include: { key: { include: { customer: true } } },
      }),
    );
    if (!found) return undefined;
    const { key: keyWithCustomer, ...session } = found;
    const { customer, ...key } = keyWithCustomer;
    return { session, key: key as ApiKey, customer: customer as Customer };
  }

  async end(digest: string, entry: AuditEntry): Promise<boolean> {
    if (!isStorable(digest)) return false;
    const where = { digest };
    return this.changeAudited(entry, ({ consoleSession }) => consoleSession.deleteMany({ where }));
  }

  async addCode({ digest, keyId, expiresAt }: SignInCode): Promise<void> {
    await this.database.run(ADD_CODE, [digest, keyId, expiresAt]);
  }

  async takeCode(digest: string): Promise<SignInCode | undefined> {
    if (!isStorable(digest)) return undefined;
    const where = { digest };
    const code = await this.database.prisma(({ signInCode }) => signInCode.findUnique({ where }));
    const { count } = await this.database.prisma((client) =>
      client.signInCode.deleteMany({ where }),
    );
    return count > 0 ? (code ?? undefined) : undefined;
  }

  async purgeExpired(before: Date): Promise<void> {
    const where = { expiresAt: { lt: before } };
    await this.database.prisma(({ consoleSession }) => consoleSession.deleteMany({ where }));
    await this.database.prisma(({ signInCode }) => signInCode.deleteMany({ where }));
  }
}
