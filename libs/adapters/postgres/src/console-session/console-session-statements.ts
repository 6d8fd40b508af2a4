import type { ConsoleSession, SignInCode } from '@solano/domain/service';
import { statement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

export const SESSIONS = tableOf<ConsoleSession>(
  'console_session',
  Prisma.ConsoleSessionScalarFieldEnum,
);
export const CODES = tableOf<SignInCode>('sign_in_code', Prisma.SignInCodeScalarFieldEnum);

export const PURGE_EXPIRED = statement(
  {},
  `
    WITH purged AS (DELETE FROM console_session WHERE expires_at < $1)
    DELETE FROM sign_in_code WHERE expires_at < $1`,
);
